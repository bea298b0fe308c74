ALTER TABLE "stray_payments" ADD COLUMN "id" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "stray_payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "stray_payments" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "stray_payments" ADD COLUMN "credited_owner_id" bigint;--> statement-breakpoint
ALTER TABLE "stray_payments" ADD COLUMN "credited_order_id" bigint;--> statement-breakpoint
CREATE INDEX "orders_of_all_by_time" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "stray_payments_by_id" ON "stray_payments" USING btree ("id");