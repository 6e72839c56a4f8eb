-- Who may do what: accounts of people and keys of programs.
-- Nothing in here is in the clear that would let somebody in: passwords are argon2id, keys, links and
-- sessions are SHA-256 of 32 random bytes. Only second factors are kept as they are: a code is reckoned
-- from its secret.

-- Letters and digits that look like a plain one: Unicode's confusables.txt (UTS 39), of the alphabets
-- that people write their names in.
create table payrun.look_alikes (
  plain   text primary key,
  letters text not null
);
insert into payrun.look_alikes values
    ('2', 'ƧƻϨꙄꝚ'),
    ('3', 'ƷȜЗҘӠⳌꝪꞫ'),
    ('4', 'Ꮞ'),
    ('5', 'Ƽ'),
    ('6', 'бᏮⳒ'),
    ('8', 'Ȣȣ'),
    ('9', 'ⳊꝮ'),
    ('a', 'ɑΑαАаᎪꓮ'),
    ('b', 'ƀƁƂƃƄɓΒБВЬѢѣҌҍᏏᏴꓐꞴ'),
    ('c', 'ƇȼСсҪҫᏟᴄⲤⲥꓚꮯ'),
    ('d', 'ÐĐđƉƊƌɖɗԁᎠᏧꓒꓓ'),
    ('e', 'ɆɇΕЕеҽҿᎬꓰꬲ'),
    ('f', 'ƑƒϜքᵮẝꓝꞘꞙꬵ'),
    ('g', 'ƍƓǤǥɠɡԌցᏀᏳᶃꓖ'),
    ('h', 'ĦħɦΗНћҢһӇӉհᎻᏂᏲⱧⲎꓧꚕ'),
    ('i', 'ıɨɩɪιіӏᎥᵻᵼꙇꭵ'),
    ('j', 'ɈɉͿϳЈјᎫꓙꞲ'),
    ('k', 'ƘƙΚКҚҞᏦⱩⲔꓗꝀ'),
    ('l', '1IŁłƖƗƚǀɫɭΙІӀᏞⲒⳐꓡꓲ'),
    ('m', 'ΜϺМӍᎷⲘꓟ'),
    ('n', 'ƝƞɳΝηոռᵰⲚꓠ'),
    ('o', '0ØøƟɵΘΟθοσОоѲѳӨөՕօᎤᎾᏫᴏᴑⲞⲟꓳꝊꝋꬽꬾꭴꮎꮻ'),
    ('p', 'ƤƥΡρРрᏢᵽⲢⲣꓑ'),
    ('q', 'ʠԛգզ'),
    ('r', 'ƦɍɼɽгґғᎡᏒᴦᵲⲅꓣꭇꭈꮁ'),
    ('s', 'ƽʂЅѕՏᏕᏚᵴꓢꜱꮪ'),
    ('t', 'ŦŧƬƭƮȾΤТҬᎢᵵⲦꓔ'),
    ('u', 'ɄʋυՍսᏌᴜᵾꓴꞟꭎꭒꮜ'),
    ('v', 'νѴѵᏙᴠꓦꮩ'),
    ('w', 'ɯѡѽԜԝաᎳᏔᴡꓪꝡꮃ'),
    ('x', 'ΧХхҲⲬꓫꞳ'),
    ('y', 'ƳƴɎɏɣʏΥγУуҮүҰұᎩᎽᶌỿⲨꓬꭚ'),
    ('z', 'ƵƶȤȥʐΖᏃᴢᵶꓜꮓ');

-- A text with its accents apart from their letters; as it is where the server's encoding knows no Unicode
-- (SQL_ASCII, as of a cluster that was made without a locale): there accents count. In plpgsql, since a
-- planner reckons a constant's normal form before it asks for the encoding.
create function payrun.decomposed(text text) returns text
  language plpgsql immutable parallel safe
as $$
begin
  return case when getdatabaseencoding() = 'UTF8' then normalize(text, nfkd) else text end;
end $$;

-- A name as it looks: case, accents, spaces, signs and what nobody sees don't count, nor whether a letter
-- is Latin, Cyrillic or Greek. Twice: with the letters of other alphabets as they were written (ν looks
-- like v), and as capitals (Ν looks like N). Empty for a name of which nothing is left.
create function payrun.looks(name text) returns text[] language sql stable as $$
  with plain as (
    select regexp_replace(payrun.decomposed(name),
      '[[:punct:]\s\u0080-\u00a9\u00ab-\u00b1\u00b4-\u00b9\u00bb-\u00bf\u0300-\u036f\u061c\u115f\u1160\u17b4\u17b5'
      '\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u2000-\u206f\u20d0-\u20ff\u3164\ufe00-\ufe2f\ufeff\uffa0]',
      '', 'g') as letters
  ), written as (
    select letters
      from plain
    union
    select translate(lower(letters),
             'ͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϸϻͻͼͽђєѕіјљњћџаб'
              'вгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғ'
              'ҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙ'
              'ԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆᲊ',
             'ͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϷϺϽϾϿЂЄЅІЈЉЊЋЏАБ'
              'ВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒ'
              'ҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘ'
              'ԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖᲉ')
      from plain
  )
  select coalesce(array_agg(distinct replace(replace(k.skeleton, 'rn', 'm'), 'vv', 'w')), '{}')
    from written w
   cross join lateral (
     select lower(string_agg(coalesce(l.plain, c.letter), '' order by c.n)) as skeleton
       from regexp_split_to_table(w.letters, '') with ordinality c (letter, n)
       left join payrun.look_alikes l on strpos(l.letters, c.letter) > 0
   ) k
   where w.letters <> ''
$$;

create type payrun.role as enum ('viewer', 'preparer', 'approver', 'admin');

-- A person's account, or a program's key, which is an account without a password. Never deleted: its name
-- stands for the same person for ever.
create table payrun.accounts (
  account_no    integer generated always as identity primary key,
  kind          text not null check (kind in ('account', 'key')),
  name          text not null,
  roles         payrun.role[] not null check (cardinality(roles) > 0),
  -- the first account prepares, too, until there is another that does
  prepares_alone boolean not null default false,
  login         text,                   -- the person's login name on the command line
  -- of a key: the account of whoever it counts as
  for_account   integer references payrun.accounts,
  language      text,
  time_zone     text,                   -- IANA's name; null: the browser's
  password_hash text,                   -- argon2id, as PHC writes it; null until it is set
  second_factor text,                   -- base32; in use once second_factor_since is set
  second_factor_since timestamptz,
  last_code_step bigint,                -- a code counts once
  key_hash      bytea unique,           -- SHA-256
  expires_at    timestamptz,
  created_at    timestamptz not null default now(),
  used_at       timestamptz,
  disabled_at   timestamptz,
  check ((kind = 'key') = (key_hash is not null)),
  check (kind = 'key' or (for_account is null and expires_at is null)),
  check (kind = 'account' or (password_hash is null and second_factor is null and login is null))
);

-- Nobody is mistaken for another: no two accounts look alike.
create function payrun.judge_account() returns trigger language plpgsql as $$
declare
  other text;
begin
  perform pg_advisory_xact_lock(1885433202);
  if payrun.looks(new.name) = '{}' then
    raise exception 'payrun: an account needs a name' using errcode = 'PA010';
  end if;
  select name into other
    from payrun.accounts
   where payrun.looks(name) && payrun.looks(new.name)
   limit 1;
  if other is not null then
    raise exception 'payrun: %', other using errcode = 'PA011';
  end if;
  return new;
end $$;
create trigger accounts_judged before insert on payrun.accounts for each row
  execute function payrun.judge_account();
create function payrun.keep_account() returns trigger language plpgsql as $$
begin
  raise exception 'payrun: an account keeps its name, its login and whom it counts as, and is never deleted'
    using errcode = 'P0001';
end $$;
create trigger accounts_kept before update of kind, name, login, for_account on payrun.accounts for each row
  when ((old.kind, old.name, old.login, old.for_account)
        is distinct from (new.kind, new.name, new.login, new.for_account))
  execute function payrun.keep_account();
create trigger accounts_not_deleted before delete on payrun.accounts for each row
  execute function payrun.keep_account();
create trigger accounts_not_emptied before truncate on payrun.accounts
  execute function payrun.keep_account();

-- Everything that the person of this name is known by: the name, and if an account has it as its name or
-- login, the names and logins of that account and of all that count as the same person.
create function payrun.known_as(name text) returns text[] language sql stable as $$
  with named as (
    select coalesce(a.for_account, a.account_no) as person
      from payrun.accounts a
     where (payrun.looks(a.name) || payrun.looks(a.login)) && payrun.looks($1)
  )
  select payrun.looks($1) || coalesce(array_agg(k.look), '{}')
    from named
    join payrun.accounts a on coalesce(a.for_account, a.account_no) = named.person
   cross join unnest(payrun.looks(a.name) || payrun.looks(a.login)) k (look)
$$;

-- Whether two names are one person's, as far as anybody can tell.
create function payrun.is_one_person(one text, other text) returns boolean language sql stable
  return payrun.known_as(one) && payrun.known_as(other);

-- Why this name may not approve; null when it may. Once there are accounts, only they approve; programs
-- only where the policy lets them.
create function payrun.why_no_approver(approver text) returns text language plpgsql stable as $$
declare
  why text;
begin
  if not exists (select from payrun.accounts where kind = 'account') then
    return case when payrun.looks(approver) = '{}' then 'nobody' end;
  end if;
  select case
           when a.disabled_at is not null or f.disabled_at is not null or a.expires_at <= now() then 'disabled'
           when not 'approver' = any (a.roles) then 'no approver'
           when a.kind = 'key' and not (select p.keys_approve from payrun.policy p) then 'a key'
         end
    into why
    from payrun.accounts a
    left join payrun.accounts f on f.account_no = a.for_account
   where a.name = approver;
  return case when found then why else 'no account' end;
end $$;

create table payrun.sessions (
  token_hash  bytea primary key,
  account_no  integer not null references payrun.accounts,
  -- false: the password was right, and a code of the second factor is still missing
  complete    boolean not null,
  created_at  timestamptz not null default now(),
  seen_at     timestamptz not null default now(),
  -- what the next page shows: what was just done, what was typed before an earlier session ended
  carried     jsonb
);
create index sessions_account on payrun.sessions (account_no);

-- Good once, until a time: to make the first account, or to set an account's password.
create table payrun.one_time_links (
  token_hash  bytea primary key,
  account_no  integer references payrun.accounts,  -- null: the first account is made by it
  expires_at  timestamptz not null
);

-- Wrong passwords, codes and keys, of an account's name or an address, each as a hash.
create table payrun.wrong_tries (
  try_no  bigint generated always as identity primary key,
  subject bytea not null,
  at      timestamptz not null default now()
);
create index wrong_tries_subject on payrun.wrong_tries (subject, at);
