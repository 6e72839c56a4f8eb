-- Who may do what: accounts of people, keys of programs, the policy, and the trail of every change.
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

-- A name as it looks: case, accents, spaces, signs and what nobody sees don't count, nor whether a letter
-- is Latin, Cyrillic or Greek. Twice: with the letters of other alphabets as they were written (ν looks
-- like v), and as capitals (Ν looks like N). Empty for a name of which nothing is left.
create function payrun.looks(name text) returns text[] language sql stable as $$
  with plain as (
    select regexp_replace(normalize(name, NFKD),
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
  seen_at     timestamptz not null default now()
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

-- What holds for everybody. One row for ever.
create table payrun.policy (
  only_row      boolean primary key default true check (only_row),
  second_factor boolean not null default false,  -- everybody needs one
  keys_approve  boolean not null default false
);
create constraint trigger policy_linked after insert or update on payrun.policy
  deferrable initially deferred for each row
  execute function payrun.link_record('{only_row}', '{}');
insert into payrun.policy default values;

-- How many people a batch needs, its submitter among them: of all batches (without a currency), or of
-- those with more than an amount. 1: the rule was taken away.
create table payrun.approval_rules (
  rule_no     integer generated always as identity primary key,
  currency    text,
  above_minor numeric check (above_minor >= 0),
  people      integer not null check (people between 1 and 9),
  check ((currency is null) = (above_minor is null))
);
create unique index approval_rules_one
  on payrun.approval_rules (coalesce(currency, ''), coalesce(above_minor, 0));
create constraint trigger approval_rules_linked after insert or update on payrun.approval_rules
  deferrable initially deferred for each row
  execute function payrun.link_record('{rule_no}', '{}');

-- The strictest rule that fits. @param totals minor units as text, by currency
create function payrun.people_needed(totals jsonb) returns integer language sql stable
  return (
    select coalesce(max(r.people), 1)
      from payrun.approval_rules r
     where r.currency is null
        or (totals ->> r.currency)::numeric > r.above_minor);

-- The sums of a batch's payable rows, as its intake left them.
create function payrun.totals_to_pay(the_batch integer) returns jsonb language sql stable
  return (
    select coalesce(jsonb_object_agg(t.currency, t.total), '{}')
      from (
        select p.currency, sum(p.amount_minor)::text as total
          from payrun.payouts p
         where p.batch_no = the_batch
           and p.state <> 'invalid'
         group by p.currency
      ) t);

-- How many people a batch needs now: as many as when it was submitted, or more if the policy has become
-- stricter since.
create function payrun.people_needed_by(the_batch integer) returns integer language sql stable
  return (
    select greatest(
             b.approvals_needed,
             payrun.people_needed(
               case
                 when exists (
                   select from payrun.approval_rules r
                    where r.currency is not null
                      and r.people > 1
                 )
                   then payrun.totals_to_pay(b.batch_no)
                 else '{}'
               end))
      from payrun.batches b
     where b.batch_no = the_batch);

-- No batch comes in with fewer people than the policy asks for, whatever the process that submits it was
-- told. At the commit, when its rows are there.
create function payrun.judge_people() returns trigger language plpgsql as $$
begin
  if new.approvals_needed < payrun.people_needed_by(new.batch_no) then
    raise exception 'payrun: batch % needs more people than it was submitted with', new.id
      using errcode = 'PA006';
  end if;
  return null;
end $$;
create constraint trigger batches_people after insert on payrun.batches
  deferrable initially deferred for each row execute function payrun.judge_people();

-- A retry that waits for a second person, since it includes rows which a person called "not paid". They
-- stay failed until then.
create table payrun.retry_requests (
  request_no  bigint generated always as identity primary key,
  batch_no    integer not null references payrun.batches,
  lines       integer[] not null check (cardinality(lines) > 0),
  -- why evidence or another payout is no reason against it
  allow_duplicates boolean not null,
  despite_evidence boolean not null,
  requester   text not null,
  login       text,                     -- as batches.submitter_login
  at          timestamptz not null default now(),
  -- null: it waits; 'replaced': by a later request for the same batch
  decision    text check (decision in ('approved', 'rejected', 'replaced')),
  decided_by  text,
  decided_login text,
  decided_at  timestamptz,
  decided_in  xid8,                     -- the transaction: its rows move in that one, or never
  note        text,
  check ((decision is null) = (decided_by is null))
);
create unique index retry_requests_waiting on payrun.retry_requests (batch_no) where decision is null;

-- Who said of a row that it was not paid; null when nobody did since its last attempt.
create function payrun.called_not_paid_by(the_batch integer, the_line integer) returns text
  language sql stable
  return (
    select e.actor
      from payrun.payouts p
      join payrun.events e on e.batch_no = p.batch_no and e.line = p.line and e.seq = p.seq
     where p.batch_no = the_batch
       and p.line = the_line
       and p.state = 'failed'
       and e.code = 'resolved_not_paid');

-- Whoever decides on a retry is neither the person who asked for it nor one who said "not paid" of a row.
-- A login counts where the other side is known by one.
create function payrun.judge_retry() returns trigger language plpgsql as $$
begin
  if old.decision is not null
     or (old.batch_no, old.lines, old.requester, old.login, old.at)
        is distinct from (new.batch_no, new.lines, new.requester, new.login, new.at) then
    raise exception 'payrun: a request for a retry stays as it is' using errcode = 'P0001';
  end if;
  new.decided_at := now();
  new.decided_in := pg_current_xact_id();
  if new.decision = 'replaced' then
    return new;
  end if;
  if payrun.why_no_approver(new.decided_by) is not null then
    raise exception 'payrun: %', payrun.why_no_approver(new.decided_by) using errcode = 'PA005';
  end if;
  if payrun.is_one_person(new.decided_by, new.requester)
     or new.login is not null and payrun.is_one_person(new.decided_login, new.login)
     or exists (
          select from (
            select distinct payrun.called_not_paid_by(new.batch_no, l.line) as name
              from unnest(new.lines) l (line)
          ) w
           where payrun.is_one_person(w.name, new.decided_by)
              or payrun.is_one_person(w.name, new.decided_login)
        ) then
    raise exception 'payrun: the retry needs somebody other than who asked for it and who called its rows not paid'
      using errcode = 'PA001';
  end if;
  return new;
end $$;
create trigger retry_requests_judged before update on payrun.retry_requests for each row
  execute function payrun.judge_retry();
create trigger retry_requests_kept before delete on payrun.retry_requests for each row
  execute function payrun.refuse('append-only');
create trigger retry_requests_not_emptied before truncate on payrun.retry_requests
  execute function payrun.refuse('append-only');
create constraint trigger retry_requests_linked after insert or update on payrun.retry_requests
  deferrable initially deferred for each row
  execute function payrun.link_record('{request_no}', '{}');

-- A row that a person called "not paid" is tried again, where approvals are asked for, only in the
-- transaction in which a second person lets it.
create function payrun.judge_tried_again(the_batch integer, the_line integer) returns void
  language plpgsql as $$
begin
  if payrun.people_needed_by(the_batch) > 1
     and not exists (
       select from payrun.retry_requests q
        where q.batch_no = the_batch
          and q.decision = 'approved'
          and q.decided_in = pg_current_xact_id()
          and the_line = any (q.lines)
     ) then
    raise exception
      'payrun: payout % of batch % was called not paid: a second person has to let it be tried again',
      the_line, the_batch
      using errcode = 'PA007';
  end if;
end $$;

-- Every change of accounts, keys and policy: who, when, what. Append-only.
create table payrun.changes (
  change_no  bigint generated always as identity primary key,
  at         timestamptz not null default now(),
  actor      text not null,
  what       text not null,             -- such as account.added (src/ledger/accounts/changes.ts)
  subject    text not null,             -- the account, the key, or what of the policy
  details    jsonb not null default '{}'
);
create trigger changes_append_only before update or delete on payrun.changes for each row
  execute function payrun.refuse('append-only');
create trigger changes_not_emptied before truncate on payrun.changes
  execute function payrun.refuse('append-only');
create constraint trigger changes_linked after insert on payrun.changes
  deferrable initially deferred for each row
  execute function payrun.link_record('{change_no}', '{}');
