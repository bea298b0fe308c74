-- The statement of a month is not changed once it is stored. The one change it allows is to empty the use when an account is erased.
CREATE FUNCTION refuse_statement_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'use' = to_jsonb(OLD) - 'use' AND NEW.use = '[]' THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'statements stay as they are: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER statements_rows_stay BEFORE UPDATE OR DELETE ON statements FOR EACH ROW EXECUTE FUNCTION refuse_statement_change();
--> statement-breakpoint
CREATE TRIGGER statements_stay BEFORE TRUNCATE ON statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_statement_change();
