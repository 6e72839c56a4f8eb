-- Somebody who is paid each week has hundreds of payments behind them. Their latest are what is
-- asked for, by intake and by who looks for people: in this order the index has them, and the others
-- are not read. Where an amount is looked for, too, the index tells it without the rows.
drop index payrun.payouts_phone;
create index payouts_phone
  on payrun.payouts ((reverse(phone) collate "C"), batch_no, line, amount_minor);
