CREATE SEQUENCE "public"."refund_request_ids" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE TABLE "refund_requests" (
	"owner_id" bigint NOT NULL,
	"id" bigint DEFAULT nextval('refund_request_ids') NOT NULL,
	"order_id" bigint NOT NULL,
	"state" text NOT NULL,
	"cause" text NOT NULL,
	"note" text,
	"amount_cents" bigint NOT NULL,
	"taken" bigint NOT NULL,
	"asked_by" bigint NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"answer" text,
	"refund_id" bigint,
	CONSTRAINT "refund_requests_owner_id_id_pk" PRIMARY KEY("owner_id","id"),
	CONSTRAINT "refund_requests_amounts" CHECK ("refund_requests"."amount_cents" > 0 and "refund_requests"."taken" >= 0)
);
--> statement-breakpoint
CREATE TABLE "refund_rules" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"enabled" boolean NOT NULL,
	"days" integer NOT NULL,
	"least_unused_percent" integer NOT NULL,
	"time_plans" boolean NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	CONSTRAINT "refund_rules_one" CHECK ("refund_rules"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "account_log" ADD COLUMN "refund_request_id" bigint;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_owner_id_order_id_orders_owner_id_id_fk" FOREIGN KEY ("owner_id","order_id") REFERENCES "public"."orders"("owner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_requests_once" ON "refund_requests" USING btree ("owner_id","order_id") WHERE "refund_requests"."state" <> 'withdrawn';--> statement-breakpoint
CREATE INDEX "refund_requests_by_state" ON "refund_requests" USING btree ("state","id");