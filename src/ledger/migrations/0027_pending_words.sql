-- Words of new rows wait in a list until there are 4 MB of them, and every search reads the whole list: after a file of 30,000
-- rows, looking up one name took 17 ms, and an intake looks up a hundred. A shorter list costs an intake nothing that can be seen.
alter index payrun.payouts_words set (gin_pending_list_limit = 128);
