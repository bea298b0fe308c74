CREATE TABLE "order_checks" (
	"no" text PRIMARY KEY NOT NULL,
	"owner_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"tries" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"owner_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"seq" integer NOT NULL,
	"event" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "order_events_owner_id_order_id_seq_pk" PRIMARY KEY("owner_id","order_id","seq")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"gateway" text NOT NULL,
	"gateway_no" text NOT NULL,
	"owner_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	CONSTRAINT "payments_gateway_gateway_no_pk" PRIMARY KEY("gateway","gateway_no")
);
--> statement-breakpoint
CREATE TABLE "stray_payments" (
	"gateway" text NOT NULL,
	"gateway_no" text NOT NULL,
	"order_no" text NOT NULL,
	"reason" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stray_payments_gateway_gateway_no_order_no_pk" PRIMARY KEY("gateway","gateway_no","order_no")
);
--> statement-breakpoint
DROP INDEX "orders_by_status";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "seq" bigint;--> statement-breakpoint
UPDATE "orders" o SET "seq" = n."seq" FROM (SELECT "owner_id", "id", row_number() OVER (PARTITION BY "owner_id" ORDER BY "created_at", "id") AS "seq" FROM "orders") n WHERE n."owner_id" = o."owner_id" AND n."id" = o."id";--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "seq" SET NOT NULL;--> statement-breakpoint
INSERT INTO "log_counters" ("owner_id", "user_id", "log", "last", "at") SELECT "owner_id", "owner_id", 'order', max("seq"), max("created_at") FROM "orders" GROUP BY "owner_id";--> statement-breakpoint
INSERT INTO "order_events" ("owner_id", "order_id", "seq", "event", "at") SELECT "owner_id", "id", 1, 'created', "created_at" FROM "orders";--> statement-breakpoint
INSERT INTO "order_events" ("owner_id", "order_id", "seq", "event", "at") SELECT "owner_id", "id", 2, CASE "pay_status" WHEN 'P' THEN 'paid' WHEN 'T' THEN 'timedOut' ELSE 'cancelled' END, coalesce("paid_at", "closed_at", "created_at") FROM "orders" WHERE "pay_status" <> 'W';--> statement-breakpoint
INSERT INTO "order_checks" ("no", "owner_id", "order_id", "due_at", "tries") SELECT "no", "owner_id", "id", now(), 0 FROM "orders" WHERE "pay_status" = 'W';--> statement-breakpoint
INSERT INTO "payments" ("gateway", "gateway_no", "owner_id", "order_id") SELECT 'sandbox', "gateway_no", "owner_id", "id" FROM "orders" WHERE "pay_status" = 'P' AND "gateway_no" IS NOT NULL ON CONFLICT DO NOTHING;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "wish_key" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "pay_code" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_owner_id_order_id_orders_owner_id_id_fk" FOREIGN KEY ("owner_id","order_id") REFERENCES "public"."orders"("owner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_checks_due" ON "order_checks" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_by_seq" ON "orders" USING btree ("owner_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_by_wish" ON "orders" USING btree ("owner_id","wish_key");--> statement-breakpoint
CREATE INDEX "orders_by_time" ON "orders" USING btree ("owner_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("owner_id","pay_status","seq");