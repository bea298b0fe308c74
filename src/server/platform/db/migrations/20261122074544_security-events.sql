CREATE TABLE "security_events" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"event" text NOT NULL,
	"day" date NOT NULL,
	"network" text NOT NULL,
	"ip" text NOT NULL,
	"count" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "security_events_owner_id_user_id_event_day_network_pk" PRIMARY KEY("owner_id","user_id","event","day","network")
);
--> statement-breakpoint
-- Refunds of what was paid lately through a gateway that can be asked are looked for from now on.
INSERT INTO "order_checks" ("no", "owner_id", "order_id", "due_at", "tries")
	SELECT "no", "owner_id", "id", now() + random() * interval '1 day', 0 FROM "orders"
	WHERE "pay_status" = 'P' AND "pay_channel" IN ('WC_NATIVE', 'ALI_NATIVE') AND "paid_at" > now() - interval '30 days'
	ON CONFLICT DO NOTHING;
