ALTER TABLE "account_log" ADD COLUMN "consume_purpose" text;--> statement-breakpoint
-- Erasure blanks the purpose, too, which users wrote.
CREATE OR REPLACE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	personal text[] := ARRAY['consumer_ip', 'consume_purpose', 'manager_name', 'parent_name', 'child_name'];
BEGIN
	IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - personal = to_jsonb(OLD) - personal
		AND NEW.consumer_ip IS NULL AND NEW.consume_purpose IS NULL AND NEW.manager_name IS NULL AND NEW.parent_name IS NULL AND NEW.child_name IS NULL THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'account_log is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
