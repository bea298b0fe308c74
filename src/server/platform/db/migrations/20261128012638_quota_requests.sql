CREATE TABLE "quota_requests" (
	"owner_id" bigint NOT NULL,
	"id" bigint DEFAULT nextval('collection_ids') NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"char_num" bigint,
	"voice_num" bigint,
	"image_num" bigint,
	"reason" text,
	"state" text DEFAULT 'open' NOT NULL,
	"granted_char_num" bigint,
	"granted_voice_num" bigint,
	"granted_image_num" bigint,
	"answer" text,
	"decision_date_time" timestamp (3) with time zone,
	CONSTRAINT "quota_requests_owner_id_id_pk" PRIMARY KEY("owner_id","id")
);
--> statement-breakpoint
ALTER TABLE "account_log" ADD COLUMN "request_id" bigint;--> statement-breakpoint
CREATE INDEX "quota_requests_in_order" ON "quota_requests" USING btree ("owner_id","user_id","id");