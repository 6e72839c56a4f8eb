-- As before (0052_called_otherwise.sql), and also the letters beyond ASCII count without case (PRIME DE VŒUX), and signs such as « not at all.
create or replace function payrun.period_form(period text) returns text language sql immutable parallel safe as $$
  with months (month, names) as (
    values (1, 'janv?(ier)?|january'), (2, 'fevr?(ier)?|feb(ruary)?'), (3, 'mars?|march'),
           (4, 'avr(il)?|apr(il)?'), (5, 'mai|may'), (6, 'juin|june?'), (7, 'juil(let)?|july?'),
           (8, 'aout?|aug(ust)?'), (9, 'sept?(embre|ember)?'), (10, 'oct(obre|ober)?'),
           (11, 'nov(embre|ember)?'), (12, 'dec(embre|ember)?')
  ), plain as (
    select lower(regexp_replace(payrun.decomposed(period), '[\u0300-\u036f]', '', 'g') collate "C") as text
  ), folded as (
    select case
             when getdatabaseencoding() = 'UTF8' then translate(
               text,
               'ÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦ'
                 'ƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎẞⱭ',
               'æðøþđħłŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀ'
                 'ƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏßɑ')
             else text
           end as text
      from plain
  ), parts as (
    select found[1] as part, nth
      from folded
     cross join lateral regexp_matches(
             text,
             '[a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02c1\u0370-\u1fff\u2c00-\ufefe]+|[0-9]+', 'g'
           ) with ordinality r (found, nth)
  ), named as (
    select regexp_replace(
             string_agg(coalesce('m' || m.month, p.part), ' ' order by p.nth),
             '\m(20\d\d)(0[1-9]|1[0-2])\M', '\1 \2'
           ) as text
      from parts p
      left join months m on p.part ~ ('^(' || m.names || ')$')
     where p.part not in ('de', 'd', 'du', 'mois', 'of', 'month')
  )
  select case
           when text ~ '\m\d.*\m\d.*\m\d' then text
           else regexp_replace(
                  regexp_replace(
                    regexp_replace(text, '\mm?0?(1[0-2]|[1-9]) (20\d\d)\M', '\2-\1'),
                    '\m(20\d\d) m?0?(1[0-2]|[1-9])\M', '\1-\2'
                  ),
                  '\mm(\d+) (\d\d)\M', '20\2-\1'
                )
         end
    from named
$$;
