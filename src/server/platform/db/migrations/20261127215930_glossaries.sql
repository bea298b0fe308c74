CREATE TABLE "glossary_terms" (
	"owner_id" bigint NOT NULL,
	"id" bigint DEFAULT nextval('collection_ids') NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"glossary_id" bigint NOT NULL,
	"source_lang_code" text NOT NULL,
	"target_lang_code" text NOT NULL,
	"source_term" text NOT NULL,
	"target_term" text,
	"case_sensitive" boolean DEFAULT false NOT NULL,
	CONSTRAINT "glossary_terms_owner_id_id_pk" PRIMARY KEY("owner_id","id")
);
--> statement-breakpoint
CREATE TABLE "glossaries" (
	"owner_id" bigint NOT NULL,
	"id" bigint DEFAULT nextval('collection_ids') NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "glossaries_owner_id_id_pk" PRIMARY KEY("owner_id","id")
);
--> statement-breakpoint
ALTER TABLE "glossary_terms" ADD CONSTRAINT "glossary_terms_glossary_id_reference" FOREIGN KEY ("owner_id","glossary_id") REFERENCES "public"."glossaries"("owner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "glossary_terms_by_glossary_id" ON "glossary_terms" USING btree ("owner_id","glossary_id","id","source_lang_code","target_lang_code");--> statement-breakpoint
CREATE UNIQUE INDEX "glossary_terms_unique_1" ON "glossary_terms" USING btree ("owner_id","glossary_id","source_lang_code","target_lang_code","source_term");--> statement-breakpoint
CREATE UNIQUE INDEX "glossaries_unique_1" ON "glossaries" USING btree ("owner_id","name");