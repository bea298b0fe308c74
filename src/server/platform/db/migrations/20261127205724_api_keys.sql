CREATE TABLE "api_key_secrets" (
	"owner_id" bigint NOT NULL,
	"key_id" bigint NOT NULL,
	"hash" text NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone,
	CONSTRAINT "api_key_secrets_owner_id_hash_pk" PRIMARY KEY("owner_id","hash")
);--> statement-breakpoint
CREATE TABLE "api_key_use" (
	"owner_id" bigint NOT NULL,
	"key_id" bigint NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"day" date NOT NULL,
	"day_chars" bigint DEFAULT 0 NOT NULL,
	"month_chars" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "api_key_use_owner_id_key_id_pk" PRIMARY KEY("owner_id","key_id")
);--> statement-breakpoint
CREATE TABLE "api_keys" (
	"owner_id" bigint NOT NULL,
	"id" bigint DEFAULT nextval('collection_ids') NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"tran_channel_id" text,
	"daily_char_num" bigint,
	"monthly_char_num" bigint,
	"networks" text[],
	"last_day" date,
	CONSTRAINT "api_keys_owner_id_id_pk" PRIMARY KEY("owner_id","id")
);--> statement-breakpoint
ALTER TABLE "account_log" ADD COLUMN "consume_key_id" bigint;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "key_id" bigint;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "key_chars" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "translation_log" ADD COLUMN "key_id" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "sub_account_keys" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api_key_secrets" ADD CONSTRAINT "api_key_secrets_key" FOREIGN KEY ("owner_id","key_id") REFERENCES "public"."api_keys"("owner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_use" ADD CONSTRAINT "api_key_use_key" FOREIGN KEY ("owner_id","key_id") REFERENCES "public"."api_keys"("owner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_secrets_by_hash" ON "api_key_secrets" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_key_secrets_by_key" ON "api_key_secrets" USING btree ("owner_id","key_id");--> statement-breakpoint
CREATE INDEX "api_keys_in_order" ON "api_keys" USING btree ("owner_id","user_id","id");
