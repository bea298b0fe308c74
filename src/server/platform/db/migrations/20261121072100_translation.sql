CREATE TABLE "reservations" (
	"owner_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"user_id" bigint NOT NULL,
	"chars" bigint NOT NULL,
	"main_chars" bigint DEFAULT 0 NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reservations_owner_id_id_pk" PRIMARY KEY("owner_id","id"),
	CONSTRAINT "reservations_chars" CHECK ("reservations"."chars" >= 0 and "reservations"."main_chars" >= 0)
);
--> statement-breakpoint
CREATE TABLE "translation_days" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"day" date NOT NULL,
	"channel_id" bigint NOT NULL,
	"source" text NOT NULL,
	"target" text NOT NULL,
	"client_type" text NOT NULL,
	"chars" bigint NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "translation_days_pk" PRIMARY KEY("owner_id","user_id","day","channel_id","source","target","client_type")
);
--> statement-breakpoint
CREATE TABLE "translation_floors" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"chars" bigint NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "translation_floors_owner_id_user_id_pk" PRIMARY KEY("owner_id","user_id")
);
--> statement-breakpoint
-- Logs in a partition for each month of Shanghai's calendar; what no month holds stands in the default partition.
CREATE FUNCTION make_log_months(log text, first timestamptz, last timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
	month timestamp := date_trunc('month', first AT TIME ZONE 'Asia/Shanghai');
	part text;
	made integer := 0;
BEGIN
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
ALTER TABLE "login_log" RENAME TO "login_log_whole";
--> statement-breakpoint
CREATE TABLE "login_log" (LIKE "login_log_whole" INCLUDING DEFAULTS) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "login_log_rest" PARTITION OF "login_log" DEFAULT;
--> statement-breakpoint
SELECT make_log_months('login_log', (SELECT coalesce(min("at"), now()) FROM "login_log_whole"), now() + interval '2 months');
--> statement-breakpoint
INSERT INTO "login_log" SELECT * FROM "login_log_whole";
--> statement-breakpoint
DROP TABLE "login_log_whole";
--> statement-breakpoint
ALTER TABLE "login_log" ADD CONSTRAINT "login_log_owner_id_user_id_seq_at_pk" PRIMARY KEY("owner_id","user_id","seq","at");
--> statement-breakpoint
CREATE INDEX "login_log_at" ON "login_log" USING btree ("owner_id","user_id","at","seq");
--> statement-breakpoint
ALTER TABLE "translation_log" RENAME TO "translation_log_whole";
--> statement-breakpoint
CREATE TABLE "translation_log" (LIKE "translation_log_whole" INCLUDING DEFAULTS) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "translation_log_rest" PARTITION OF "translation_log" DEFAULT;
--> statement-breakpoint
SELECT make_log_months('translation_log', (SELECT coalesce(min("at"), now()) FROM "translation_log_whole"), now() + interval '2 months');
--> statement-breakpoint
INSERT INTO "translation_log" SELECT * FROM "translation_log_whole";
--> statement-breakpoint
DROP TABLE "translation_log_whole";
--> statement-breakpoint
ALTER TABLE "translation_log" ADD CONSTRAINT "translation_log_owner_id_user_id_seq_at_pk" PRIMARY KEY("owner_id","user_id","seq","at");
--> statement-breakpoint
CREATE INDEX "translation_log_at" ON "translation_log" USING btree ("owner_id","user_id","at","seq");
--> statement-breakpoint
CREATE INDEX "translation_log_of_all" ON "translation_log" USING btree ("owner_id","at","user_id","seq");
--> statement-breakpoint
INSERT INTO "translation_days" ("owner_id", "user_id", "day", "channel_id", "source", "target", "client_type", "chars", "count")
SELECT "owner_id", "user_id", ("at" AT TIME ZONE 'Asia/Shanghai')::date, "channel_id", "source", "target", "client_type", sum("chars"), count(*)
FROM "translation_log" GROUP BY 1, 2, 3, 4, 5, 6, 7;
--> statement-breakpoint
ALTER TABLE "balances" ADD COLUMN "reserved_chars" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "balances" ADD COLUMN "translating" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "engine" text DEFAULT 'openai' NOT NULL;--> statement-breakpoint
CREATE INDEX "reservations_by_end" ON "reservations" USING btree ("ends_at");--> statement-breakpoint
ALTER TABLE "balances" ADD CONSTRAINT "balances_reserved" CHECK ("balances"."reserved_chars" >= 0 and "balances"."translating" >= 0);
--> statement-breakpoint
UPDATE "channels" SET "engine" = e.engine FROM (VALUES (1, 'tencent'), (2, 'youdao'), (3, 'google'), (4, 'microsoft'), (5, 'deepl')) AS e(id, engine) WHERE "channels"."id" = e.id;
