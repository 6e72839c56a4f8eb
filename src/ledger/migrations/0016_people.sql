-- People over all batches, found among millions of rows by what somebody types: the beginnings of
-- words of a name or a reference, or the end of a number (payouts_phone). Nothing of it changes while
-- a row is paid, so paying is none the slower. No extension is needed for it.

-- The words of a name and a reference, without accents and capitals: `Aïcha` is found by `aicha`. A
-- word ends at any sign: the parser would take `EMP-0042` for a word and a number below zero. What has no accents takes the short way, which is nearly all there is to intake here.
create function payrun.search_words(name text, reference text) returns tsvector
  language sql immutable parallel safe cost 500
return to_tsvector(
  'simple'::regconfig,
  translate(
    case
      when octet_length(name) = length(name) and octet_length(reference) = length(reference)
        then left(name, 400) || ' ' || left(reference, 400)
      else regexp_replace(
        regexp_replace(
          payrun.decomposed(
            coalesce(left(name, 400), '') || ' ' || coalesce(left(reference, 400), '')),
          '[\u0300-\u036f]', '', 'g'),
        '[[:space:][:punct:]\u00a0-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g')
    end,
    '-_./\:@+&%#~?=''''', '                '));

-- What was typed: each of its words begins one of a row's.
create function payrun.search_query(typed text) returns tsquery
  language sql immutable parallel safe
return (
  select string_agg(quote_literal(word) || ':*', ' & ')::tsquery
    from unnest(tsvector_to_array(payrun.search_words(typed, ''))) word
);

create index payouts_words on payrun.payouts using gin (payrun.search_words(name, reference));
