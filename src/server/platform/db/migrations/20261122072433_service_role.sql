-- The months of the logs are made and dropped by functions that work as the owner of the tables, so that the server's role need own nothing.
CREATE OR REPLACE FUNCTION make_log_months(log text, first timestamptz, last timestamptz) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
	month timestamp := date_trunc('month', first AT TIME ZONE 'Asia/Shanghai');
	part text;
	made integer := 0;
BEGIN
	IF log NOT IN ('login_log', 'translation_log') OR last > first + interval '20 years' THEN
		RAISE EXCEPTION 'no months are made of % from % to %', log, first, last USING ERRCODE = 'invalid_parameter_value';
	END IF;
	-- Of several processes one makes them, and the others find them made.
	PERFORM pg_advisory_xact_lock(7201412);
	WHILE month <= last AT TIME ZONE 'Asia/Shanghai' LOOP
		part := log || '_' || to_char(month, 'YYYY_MM');
		IF to_regclass(part) IS NULL THEN
			EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', part, log);
			EXECUTE format('WITH moved AS (DELETE FROM %I WHERE at >= $1 AND at < $2 RETURNING *) INSERT INTO %I SELECT * FROM moved', log || '_rest', part)
				USING month AT TIME ZONE 'Asia/Shanghai', (month + interval '1 month') AT TIME ZONE 'Asia/Shanghai';
			EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', log, part,
				month AT TIME ZONE 'Asia/Shanghai', (month + interval '1 month') AT TIME ZONE 'Asia/Shanghai');
			made := made + 1;
		END IF;
		month := month + interval '1 month';
	END LOOP;
	RETURN made;
END $$;
--> statement-breakpoint
-- What the ledger's check has to know of the translations that go is written down in the same transaction.
CREATE FUNCTION drop_log_month(log text, part text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
	IF log NOT IN ('login_log', 'translation_log') OR part !~ ('^' || log || '_\d{4}_\d\d$') THEN
		RAISE EXCEPTION '% is no month of %', part, log USING ERRCODE = 'invalid_parameter_value';
	END IF;
	EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', log, part);
	IF log = 'translation_log' THEN
		EXECUTE format('INSERT INTO translation_floors AS f (owner_id, user_id, seq, chars, until)
			SELECT owner_id, user_id, max(seq), sum(chars), (date_trunc(''month'', max(at) AT TIME ZONE ''Asia/Shanghai'') + interval ''1 month'') AT TIME ZONE ''Asia/Shanghai''
			FROM %I GROUP BY 1, 2
			ON CONFLICT (owner_id, user_id) DO UPDATE SET seq = greatest(f.seq, excluded.seq), chars = f.chars + excluded.chars, until = greatest(f.until, excluded.until)', part);
	END IF;
	EXECUTE format('DROP TABLE %I', part);
END $$;
--> statement-breakpoint
DO $$ BEGIN
	EXECUTE format('ALTER FUNCTION make_log_months(text, timestamptz, timestamptz) SET search_path = %I, pg_temp', current_schema());
	EXECUTE format('ALTER FUNCTION drop_log_month(text, text) SET search_path = %I, pg_temp', current_schema());
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION make_log_months(text, timestamptz, timestamptz), drop_log_month(text, text) FROM PUBLIC;
