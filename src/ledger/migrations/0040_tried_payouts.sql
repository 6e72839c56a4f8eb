-- A payout that is given by itself a second time is looked for among those that failed or were cancelled, too. `holds_key` is a column
-- of an index already, so that no move of a row costs more than before.
create index payouts_tried on payrun.payouts (payout_key) where not holds_key;
