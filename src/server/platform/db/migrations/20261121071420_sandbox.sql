CREATE TABLE "sandbox_bills" (
	"token" text PRIMARY KEY NOT NULL,
	"order_no" text NOT NULL,
	"order_id" text NOT NULL,
	"pay_channel" text NOT NULL,
	"name_zh" text NOT NULL,
	"name_en" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closes_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"gateway_no" text,
	CONSTRAINT "sandbox_bills_orderNo_unique" UNIQUE("order_no"),
	CONSTRAINT "sandbox_bills_gatewayNo_unique" UNIQUE("gateway_no"),
	CONSTRAINT "sandbox_bills_paid" CHECK (("sandbox_bills"."state" = 'paid') = ("sandbox_bills"."paid_at" is not null and "sandbox_bills"."gateway_no" is not null))
);
--> statement-breakpoint
CREATE TABLE "sandbox_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL
);
