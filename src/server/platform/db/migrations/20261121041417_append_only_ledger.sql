-- The ledger is append-only. The one change it allows is to blank personal data when an account is erased.
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	personal text[] := ARRAY['consumer_ip', 'manager_name', 'parent_name', 'child_name'];
BEGIN
	IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - personal = to_jsonb(OLD) - personal
		AND NEW.consumer_ip IS NULL AND NEW.manager_name IS NULL AND NEW.parent_name IS NULL AND NEW.child_name IS NULL THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'account_log is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER account_log_rows_stay BEFORE UPDATE OR DELETE ON account_log FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
CREATE TRIGGER account_log_stays BEFORE TRUNCATE ON account_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
