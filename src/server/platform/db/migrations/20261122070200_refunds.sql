CREATE TABLE "refunds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"gateway" text NOT NULL,
	"refund_no" text NOT NULL,
	"gateway_no" text NOT NULL,
	"order_no" text NOT NULL,
	"owner_id" bigint,
	"order_id" bigint,
	"amount_cents" bigint NOT NULL,
	"reported_cents" bigint NOT NULL,
	"vendor_state" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"taken" bigint DEFAULT 0 NOT NULL,
	"owed" bigint DEFAULT 0 NOT NULL,
	"waived" bigint DEFAULT 0 NOT NULL,
	"refunded_at" timestamp (3) with time zone NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "refunds_amounts" CHECK ("refunds"."amount_cents" >= 0 and "refunds"."taken" >= 0 and "refunds"."owed" >= 0 and "refunds"."waived" >= 0)
);
--> statement-breakpoint
ALTER TABLE "stray_payments" ADD COLUMN "handled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "stray_payments" ADD COLUMN "handled_by" text;--> statement-breakpoint
ALTER TABLE "stray_payments" ADD COLUMN "handling" text;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_once" ON "refunds" USING btree ("gateway","refund_no");--> statement-breakpoint
CREATE INDEX "refunds_of_order" ON "refunds" USING btree ("owner_id","order_id");--> statement-breakpoint
CREATE INDEX "refunds_by_state" ON "refunds" USING btree ("state","id");