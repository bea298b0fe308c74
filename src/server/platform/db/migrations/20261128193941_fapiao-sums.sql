ALTER TABLE "fapiao_corrections" ADD COLUMN "amount_cents" bigint;--> statement-breakpoint
ALTER TABLE "fapiao_orders" ADD COLUMN "asked_cents" bigint;