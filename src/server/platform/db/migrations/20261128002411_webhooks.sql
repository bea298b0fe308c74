CREATE TABLE "key_expiry_notices" (
	"owner_id" bigint NOT NULL,
	"key_id" bigint NOT NULL,
	"last_day" date NOT NULL,
	"days_before" integer NOT NULL,
	CONSTRAINT "key_expiry_notices_owner_id_key_id_last_day_days_before_pk" PRIMARY KEY("owner_id","key_id","last_day","days_before")
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"owner_id" bigint NOT NULL,
	"webhook_id" bigint NOT NULL,
	"sealed_secret" text NOT NULL,
	"sealed_former_secret" text,
	"former_ends_at" timestamp (3) with time zone,
	"last_success_at" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_endpoints_owner_id_webhook_id_pk" PRIMARY KEY("owner_id","webhook_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_queue" (
	"delivery_id" bigint PRIMARY KEY NOT NULL,
	"owner_id" bigint NOT NULL,
	"webhook_id" bigint NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"leased_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"owner_id" bigint NOT NULL,
	"id" bigint DEFAULT nextval('collection_ids') NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"webhook_id" bigint NOT NULL,
	"event" text NOT NULL,
	"event_id" text NOT NULL,
	"state" text NOT NULL,
	"attempts" bigint DEFAULT 0 NOT NULL,
	"next_attempt_date_time" timestamp (3) with time zone,
	"answer_status" bigint,
	"failure" text,
	"answer" text,
	"payload" text NOT NULL,
	CONSTRAINT "webhook_deliveries_owner_id_id_pk" PRIMARY KEY("owner_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"owner_id" bigint NOT NULL,
	"id" bigint DEFAULT nextval('collection_ids') NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	CONSTRAINT "webhooks_owner_id_id_pk" PRIMARY KEY("owner_id","id")
);
--> statement-breakpoint
ALTER TABLE "key_expiry_notices" ADD CONSTRAINT "key_expiry_notices_key" FOREIGN KEY ("owner_id","key_id") REFERENCES "public"."api_keys"("owner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_webhook" FOREIGN KEY ("owner_id","webhook_id") REFERENCES "public"."webhooks"("owner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_reference" FOREIGN KEY ("owner_id","webhook_id") REFERENCES "public"."webhooks"("owner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_queue_due" ON "webhook_queue" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_webhook_id" ON "webhook_deliveries" USING btree ("owner_id","webhook_id","id","event","state");--> statement-breakpoint
CREATE UNIQUE INDEX "webhooks_unique_1" ON "webhooks" USING btree ("owner_id","name");