CREATE TABLE "alert_settings" (
	"owner_id" bigint PRIMARY KEY NOT NULL,
	"muted" text[] DEFAULT '{}' NOT NULL,
	"quiet_from" text,
	"quiet_until" text
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"owner_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"is_on" boolean NOT NULL,
	"step" integer NOT NULL,
	"sent_step" integer,
	"words" jsonb NOT NULL,
	"event" jsonb NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	CONSTRAINT "alerts_owner_id_kind_subject_id_pk" PRIMARY KEY("owner_id","kind","subject_id")
);
--> statement-breakpoint
CREATE INDEX "alerts_due" ON "alerts" USING btree ("due_at") WHERE "alerts"."due_at" is not null;