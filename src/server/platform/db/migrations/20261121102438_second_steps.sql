CREATE TABLE "recovery_codes" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"mark" text NOT NULL,
	CONSTRAINT "recovery_codes_owner_id_user_id_mark_pk" PRIMARY KEY("owner_id","user_id","mark")
);
--> statement-breakpoint
CREATE TABLE "second_steps" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"sealed_secret" text NOT NULL,
	"enabled_at" timestamp (3) with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "second_steps_owner_id_user_id_pk" PRIMARY KEY("owner_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "id" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "browser" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "system" text;