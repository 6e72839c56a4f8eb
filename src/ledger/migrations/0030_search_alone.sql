-- A search by words reads a few rows by their index, but Postgres, which can't know how rare a word is, would start other
-- processes for it: they take longer to start than the search takes, and far longer beside workers that pay.
alter function payrun.search_query(text) parallel unsafe;
