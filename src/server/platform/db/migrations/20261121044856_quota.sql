CREATE TABLE "balance_alerts" (
	"owner_id" bigint PRIMARY KEY NOT NULL,
	"low_chars" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_checkpoints" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"chars" bigint NOT NULL,
	"voices" bigint NOT NULL,
	"images" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"changed_chars" bigint NOT NULL,
	"changed_voices" bigint NOT NULL,
	"changed_images" bigint NOT NULL,
	"translation_seq" bigint NOT NULL,
	"translated_chars" bigint NOT NULL,
	"whole_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_checkpoints_owner_id_user_id_pk" PRIMARY KEY("owner_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "ledger_checks" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"accounts" integer NOT NULL,
	"rows" bigint NOT NULL,
	"milliseconds" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_findings" (
	"owner_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ledger_findings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint,
	"invariant" text NOT NULL,
	"sentence" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_findings_owner_id_id_pk" PRIMARY KEY("owner_id","id")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" text NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"type" text NOT NULL,
	"level" text NOT NULL,
	"words" jsonb NOT NULL,
	CONSTRAINT "notices_owner_id_user_id_seq_pk" PRIMARY KEY("owner_id","user_id","seq")
);
--> statement-breakpoint
CREATE TABLE "usage_days" (
	"owner_id" bigint NOT NULL,
	"day" date NOT NULL,
	"user_id" bigint NOT NULL,
	"channel_id" bigint NOT NULL,
	"chars" bigint NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "usage_days_owner_id_day_user_id_channel_id_pk" PRIMARY KEY("owner_id","day","user_id","channel_id")
);
--> statement-breakpoint
ALTER TABLE "account_log" ADD COLUMN "consume_translation_seq" bigint;--> statement-breakpoint
ALTER TABLE "balances" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "ledger_checkpoints_by_age" ON "ledger_checkpoints" USING btree ("whole_at");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "account_log_credit" ON "account_log" USING btree ("owner_id","recharge_order_no") WHERE "account_log"."log_type" = 'RECHARGE_ORDER_BY_MEMBER_GROUP';--> statement-breakpoint
ALTER TABLE "account_log" ADD CONSTRAINT "account_log_transfers" CHECK ("account_log"."log_type" not in ('DISTRIBUTION', 'RECOVERY') or "account_log"."transfer_id" is not null);--> statement-breakpoint
ALTER TABLE "balances" ADD CONSTRAINT "balances_closed" CHECK ("balances"."closed_at" is null or ("balances"."chars" = 0 and "balances"."voices" = 0 and "balances"."images" = 0));--> statement-breakpoint
INSERT INTO "usage_days" ("owner_id", "day", "user_id", "channel_id", "chars", "count")
SELECT "owner_id", ("at" AT TIME ZONE 'Asia/Shanghai')::date, "user_id", "channel_id", sum("chars"), count(*) FROM "translation_log" GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
UPDATE "balances" b SET "closed_at" = u."erased_at" FROM "users" u
WHERE u."owner_id" = b."owner_id" AND u."user_id" = b."user_id" AND u."erased_at" IS NOT NULL AND b."chars" = 0 AND b."voices" = 0 AND b."images" = 0;
