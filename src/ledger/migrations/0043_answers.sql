-- The first answer is given again as it was: jsonb would put its members into another order.
alter table payrun.request_keys
  alter column answer type json using answer::json;
