CREATE UNIQUE INDEX "milestones_one_mode" ON "milestones" USING btree ((true)) WHERE "milestones"."name" in ('demo', 'production');--> statement-breakpoint
-- What a database serves is said once: the row of the demo or of production is never changed or deleted.
CREATE FUNCTION refuse_mode_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'milestones: % of % refused, a database serves the demo or production for good', TG_OP, OLD.name USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER milestones_mode_stays BEFORE UPDATE OR DELETE ON "milestones" FOR EACH ROW WHEN (OLD.name IN ('demo', 'production')) EXECUTE FUNCTION refuse_mode_change();
--> statement-breakpoint
-- Whatever process writes it: the sandbox has no bills and credits nothing where production is served.
CREATE FUNCTION refuse_play_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM milestones WHERE name = 'production') THEN
		RAISE EXCEPTION '%: no play money in a database that serves production', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_no_play_money BEFORE INSERT OR UPDATE ON "payments" FOR EACH ROW WHEN (NEW.gateway = 'sandbox') EXECUTE FUNCTION refuse_play_money();
--> statement-breakpoint
CREATE TRIGGER sandbox_bills_no_play_money BEFORE INSERT OR UPDATE ON "sandbox_bills" FOR EACH ROW EXECUTE FUNCTION refuse_play_money();
