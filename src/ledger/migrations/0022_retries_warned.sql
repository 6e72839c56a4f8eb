-- What somebody was shown of rows before they had them tried again is kept, too.
alter table payrun.warnings_seen
  drop constraint warnings_seen_deed_check,
  add constraint warnings_seen_deed_check check (deed in ('submitted', 'approved', 'retried'));
