-- People over all batches, found among millions of rows by what somebody types: the beginnings of
-- words of a name or a reference, or the end of a number. Nothing of it changes while a row is
-- paid, so paying is none the slower.

-- Without accents and capitals: `Aïcha` is found by `aicha`. No extension is needed for it.
create function payrun.words_of(text text) returns text[]
  language sql immutable parallel safe
return array_remove(
  regexp_split_to_array(
    lower(regexp_replace(payrun.decomposed(text), '[\u0300-\u036f]', '', 'g')),
    '[^[:alnum:]]+'),
  '');

-- A word that is too long for a lexeme is kept by its beginning, as far as anybody would type it.
create function payrun.search_words(name text, reference text) returns tsvector
  language sql immutable parallel safe cost 500
return array_to_tsvector(payrun.words_of(concat(left(name, 400), ' ', left(reference, 400))));

-- What was typed: each of its words begins one of a row's.
create function payrun.search_query(typed text) returns tsquery
  language sql immutable parallel safe
return (
  select string_agg(quote_literal(word) || ':*', ' & ')::tsquery
    from unnest(payrun.words_of(typed)) word
);

create index payouts_words on payrun.payouts using gin (payrun.search_words(name, reference));
-- A number is typed with the country code or without it: what is sure is how it ends.
create index payouts_phone on payrun.payouts ((reverse(phone) collate "C"));
