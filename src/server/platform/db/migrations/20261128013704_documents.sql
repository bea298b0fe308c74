CREATE TABLE "document_jobs" (
	"owner_id" bigint NOT NULL,
	"document_id" bigint NOT NULL,
	"client_type" text NOT NULL,
	"ip" text NOT NULL,
	"key_id" bigint,
	"secret_hash" text,
	"format" text NOT NULL,
	"size" bigint NOT NULL,
	"chars" bigint NOT NULL,
	"price" bigint NOT NULL,
	"glossary_id" bigint,
	"hints" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"queued_at" timestamp (3) with time zone,
	"lease_id" uuid,
	"leased_until" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"reservation" jsonb,
	"problem" jsonb,
	CONSTRAINT "document_jobs_owner_id_document_id_pk" PRIMARY KEY("owner_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "document_parts" (
	"owner_id" bigint NOT NULL,
	"document_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"at" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "document_parts_owner_id_document_id_kind_at_pk" PRIMARY KEY("owner_id","document_id","kind","at")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"owner_id" bigint NOT NULL,
	"id" bigint DEFAULT nextval('collection_ids') NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"source_lang_code" text,
	"target_lang_code" text,
	"state" text DEFAULT 'ready' NOT NULL,
	CONSTRAINT "documents_owner_id_id_pk" PRIMARY KEY("owner_id","id")
);
--> statement-breakpoint
ALTER TABLE "document_jobs" ADD CONSTRAINT "document_jobs_document" FOREIGN KEY ("owner_id","document_id") REFERENCES "public"."documents"("owner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_parts" ADD CONSTRAINT "document_parts_document" FOREIGN KEY ("owner_id","document_id") REFERENCES "public"."documents"("owner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_jobs_queued" ON "document_jobs" USING btree ("queued_at") WHERE "document_jobs"."queued_at" is not null;--> statement-breakpoint
CREATE INDEX "documents_in_order" ON "documents" USING btree ("owner_id","user_id","id");