CREATE TABLE "fapiao_corrections" (
	"owner_id" bigint NOT NULL,
	"fapiao_id" bigint NOT NULL,
	"id" bigint DEFAULT nextval('collection_ids') NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"operator" text NOT NULL,
	"reason" text NOT NULL,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"date" date NOT NULL,
	"format" text,
	"bytes" "bytea",
	CONSTRAINT "fapiao_corrections_owner_id_fapiao_id_id_pk" PRIMARY KEY("owner_id","fapiao_id","id")
);
--> statement-breakpoint
CREATE TABLE "fapiao_takes" (
	"owner_id" bigint NOT NULL,
	"fapiao_id" bigint NOT NULL,
	"operator_id" bigint NOT NULL,
	"operator" text NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fapiao_takes_owner_id_fapiao_id_pk" PRIMARY KEY("owner_id","fapiao_id")
);
--> statement-breakpoint
ALTER TABLE "fapiao_corrections" ADD CONSTRAINT "fapiao_corrections_fapiao" FOREIGN KEY ("owner_id","fapiao_id") REFERENCES "public"."fapiaos"("owner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fapiao_takes" ADD CONSTRAINT "fapiao_takes_fapiao" FOREIGN KEY ("owner_id","fapiao_id") REFERENCES "public"."fapiaos"("owner_id","id") ON DELETE cascade ON UPDATE no action;