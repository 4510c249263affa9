-- CREATE TABLE commented_out (a int);
/* CREATE TABLE also_out (a int); */
CREATE TABLE IF NOT EXISTS public."User Table" (
    id BIGSERIAL PRIMARY KEY, -- the id, (yes)
    "full name" character varying(200) NOT NULL DEFAULT 'a, (b''',
    price numeric(10, 2) CHECK (price > 0),
    tags text[],
    created timestamp with time zone DEFAULT now(),
    owner_id bigint REFERENCES owner (id) ON DELETE CASCADE,
    CONSTRAINT positive CHECK (price > 0),
    UNIQUE (id, price),
    FOREIGN KEY (owner_id) REFERENCES owner (id)
);

create or replace view v_users (a, b) as
select 1, 2;
CREATE MATERIALIZED VIEW totals AS SELECT 1;
CREATE TABLE copy AS SELECT * FROM x;
CREATE TEMP TABLE scratch (id int);

INSERT INTO x VALUES ('
CREATE TABLE in_a_string (a int);
');
DO $body$ BEGIN
CREATE TABLE in_a_body (a int);
END $body$;
GRANT CREATE TABLE TO bob;
CREATE INDEX i ON x (a);
CREATE TABLE not_closed (id int,
CREATE TABLE twice (a int);
CREATE TABLE twice (b int);
CREATE TABLE {{ dynamic }} (id int);
CREATE TABLE templated (id {{ type }});
CREATE TABLE
