CREATE TABLE "operator_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"operator" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"reason" text,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "offered" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "service_contacts" ADD COLUMN "qr_code" text;--> statement-breakpoint
CREATE INDEX "operator_log_by_age" ON "operator_log" USING brin ("at");--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_price" CHECK ("channels"."cents_per_million" > 0);--> statement-breakpoint
ALTER TABLE "member_groups" ADD CONSTRAINT "member_groups_num" CHECK ("member_groups"."num" > 0);--> statement-breakpoint
ALTER TABLE "member_groups" ADD CONSTRAINT "member_groups_price" CHECK ("member_groups"."price_cents" >= 0);