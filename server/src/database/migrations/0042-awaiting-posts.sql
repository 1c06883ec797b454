-- It is to be approved and is not: at its hour it does not go out.
alter table posts add column awaiting_since timestamptz;
