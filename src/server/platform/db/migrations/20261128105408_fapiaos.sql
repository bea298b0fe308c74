CREATE TABLE "fapiao_files" (
	"owner_id" bigint NOT NULL,
	"fapiao_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"format" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "fapiao_files_owner_id_fapiao_id_kind_pk" PRIMARY KEY("owner_id","fapiao_id","kind")
);
--> statement-breakpoint
CREATE TABLE "fapiao_numbers" (
	"number" text PRIMARY KEY NOT NULL,
	"owner_id" bigint NOT NULL,
	"fapiao_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fapiao_orders" (
	"owner_id" bigint NOT NULL,
	"fapiao_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"order_no" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"is_live" boolean NOT NULL,
	CONSTRAINT "fapiao_orders_owner_id_order_id_fapiao_id_pk" PRIMARY KEY("owner_id","order_id","fapiao_id"),
	CONSTRAINT "fapiao_orders_amount" CHECK ("fapiao_orders"."amount_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "fapiao_titles" (
	"owner_id" bigint NOT NULL,
	"id" bigint DEFAULT nextval('collection_ids') NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"kind" text DEFAULT 'company' NOT NULL,
	"name" text NOT NULL,
	"tax_no" text,
	"address" text,
	"phone" text,
	"bank" text,
	"bank_account" text,
	"email" text,
	"is_default" boolean DEFAULT false NOT NULL,
	CONSTRAINT "fapiao_titles_owner_id_id_pk" PRIMARY KEY("owner_id","id")
);
--> statement-breakpoint
CREATE TABLE "fapiaos" (
	"owner_id" bigint NOT NULL,
	"id" bigint DEFAULT nextval('collection_ids') NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"kind" text NOT NULL,
	"title_name" text NOT NULL,
	"title_kind" text NOT NULL,
	"tax_no" text,
	"address" text,
	"phone" text,
	"bank" text,
	"bank_account" text,
	"amount" bigint NOT NULL,
	"email" text NOT NULL,
	"remark" text,
	"state" text DEFAULT 'asked' NOT NULL,
	"reason" text,
	"fapiao_no" text,
	"issue_date" date,
	"reversal_no" text,
	"reversal_date" date,
	"decision_date_time" timestamp (3) with time zone,
	"refund_date_time" timestamp (3) with time zone,
	"reversal_date_time" timestamp (3) with time zone,
	CONSTRAINT "fapiaos_owner_id_id_pk" PRIMARY KEY("owner_id","id")
);
--> statement-breakpoint
ALTER TABLE "fapiao_files" ADD CONSTRAINT "fapiao_files_fapiao" FOREIGN KEY ("owner_id","fapiao_id") REFERENCES "public"."fapiaos"("owner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fapiao_orders" ADD CONSTRAINT "fapiao_orders_fapiao" FOREIGN KEY ("owner_id","fapiao_id") REFERENCES "public"."fapiaos"("owner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fapiao_orders" ADD CONSTRAINT "fapiao_orders_order" FOREIGN KEY ("owner_id","order_id") REFERENCES "public"."orders"("owner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "fapiao_orders_live" ON "fapiao_orders" USING btree ("owner_id","order_id") WHERE "fapiao_orders"."is_live";--> statement-breakpoint
CREATE UNIQUE INDEX "fapiao_orders_of_fapiao" ON "fapiao_orders" USING btree ("owner_id","fapiao_id","order_id");--> statement-breakpoint
CREATE INDEX "fapiaos_of_all_by_state" ON "fapiaos" USING btree ("state","id");