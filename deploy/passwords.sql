-- The passwords of two of the roles of roles.sql, out of the environment: docker-compose.yml gives them so. For psql 15 or newer.
\getenv worker_password WORKER_PASSWORD
\getenv desk_password DESK_PASSWORD
alter role payrun_worker password :'worker_password';
alter role payrun_desk password :'desk_password';
