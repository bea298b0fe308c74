CREATE TABLE "channel_failures" (
	"day" date NOT NULL,
	"channel_id" bigint NOT NULL,
	"error_kind" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "channel_failures_day_channel_id_error_kind_pk" PRIMARY KEY("day","channel_id","error_kind")
);
--> statement-breakpoint
CREATE INDEX "orders_of_all_by_payment" ON "orders" USING btree ("paid_at");