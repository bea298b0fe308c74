-- A temporary table of the server's own role must not pass for the table that says what the database serves.
DO $$ BEGIN
	EXECUTE format('ALTER FUNCTION refuse_play_money() SET search_path = %I, pg_temp', current_schema());
END $$;
