-- The operators' log is append-only. The one change it allows is to replace the name of an account by its number when the account is erased.
CREATE FUNCTION refuse_operator_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'subject' = to_jsonb(OLD) - 'subject'
		AND OLD.subject LIKE 'account %' AND NEW.subject ~ '^account of owner \d+$' THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'operator_log is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER operator_log_rows_stay BEFORE UPDATE OR DELETE ON operator_log FOR EACH ROW EXECUTE FUNCTION refuse_operator_log_change();
--> statement-breakpoint
CREATE TRIGGER operator_log_stays BEFORE TRUNCATE ON operator_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_operator_log_change();
