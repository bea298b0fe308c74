CREATE TABLE "audit_log" (
	"owner_id" bigint NOT NULL,
	"id" bigint DEFAULT nextval('collection_ids') NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"act" text NOT NULL,
	"actor_id" bigint NOT NULL,
	"actor_name" text,
	"subject_id" bigint,
	"subject_name" text,
	"object" text,
	"details" text,
	CONSTRAINT "audit_log_owner_id_id_pk" PRIMARY KEY("owner_id","id")
);
--> statement-breakpoint
CREATE INDEX "audit_log_by_age" ON "audit_log" USING btree ("created_at");