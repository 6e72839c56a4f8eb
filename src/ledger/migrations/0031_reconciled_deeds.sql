-- The history of a batch is read again while people watch it. What statements settled of it is in the trail, which grows with everything
-- that anybody does.
create index changes_reconciled on payrun.changes (subject) where what = 'batch.reconciled';
