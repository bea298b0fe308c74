CREATE SEQUENCE "public"."order_ids" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."user_ids" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 10001 CACHE 1;--> statement-breakpoint
CREATE TABLE "account_log" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"log_type" text NOT NULL,
	"type_seq" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"char_change" bigint DEFAULT 0 NOT NULL,
	"minute_change" bigint DEFAULT 0 NOT NULL,
	"voice_change" bigint DEFAULT 0 NOT NULL,
	"image_change" bigint DEFAULT 0 NOT NULL,
	"before_chars" bigint NOT NULL,
	"last_chars" bigint NOT NULL,
	"before_voices" bigint NOT NULL,
	"last_voices" bigint NOT NULL,
	"before_images" bigint NOT NULL,
	"last_images" bigint NOT NULL,
	"before_expires_at" timestamp (3) with time zone,
	"last_expires_at" timestamp (3) with time zone,
	"before_channel_id" bigint,
	"last_channel_id" bigint,
	"before_billing_mode" text,
	"last_billing_mode" text,
	"recharge_order_no" text,
	"recharge_group_name" text,
	"recharge_group_en_name" text,
	"recharge_channel_id" bigint,
	"recharge_billing_mode" text,
	"consume_config_id" bigint,
	"consume_channel_id" bigint,
	"consumer_ip" text,
	"manager_id" bigint,
	"manager_name" text,
	"parent_name" text,
	"child_name" text,
	"transfer_id" uuid,
	CONSTRAINT "account_log_owner_id_user_id_seq_pk" PRIMARY KEY("owner_id","user_id","seq"),
	CONSTRAINT "account_log_chars" CHECK ("account_log"."before_chars" + "account_log"."char_change" = "account_log"."last_chars" and "account_log"."last_chars" >= 0),
	CONSTRAINT "account_log_voices" CHECK ("account_log"."before_voices" + "account_log"."voice_change" = "account_log"."last_voices" and "account_log"."last_voices" >= 0),
	CONSTRAINT "account_log_images" CHECK ("account_log"."before_images" + "account_log"."image_change" = "account_log"."last_images" and "account_log"."last_images" >= 0)
);
--> statement-breakpoint
CREATE TABLE "balances" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"chars" bigint DEFAULT 0 NOT NULL,
	"voices" bigint DEFAULT 0 NOT NULL,
	"images" bigint DEFAULT 0 NOT NULL,
	"used_chars" bigint DEFAULT 0 NOT NULL,
	"recharged_cents" bigint DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "balances_owner_id_user_id_pk" PRIMARY KEY("owner_id","user_id"),
	CONSTRAINT "balances_chars" CHECK ("balances"."chars" between 0 and 9007199254740991),
	CONSTRAINT "balances_voices" CHECK ("balances"."voices" between 0 and 9007199254740991),
	CONSTRAINT "balances_images" CHECK ("balances"."images" between 0 and 9007199254740991),
	CONSTRAINT "balances_used_chars" CHECK ("balances"."used_chars" between 0 and 9007199254740991),
	CONSTRAINT "balances_recharged_cents" CHECK ("balances"."recharged_cents" between 0 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"id" bigint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"en_name" text NOT NULL,
	"tier" text NOT NULL,
	"cents_per_million" integer NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "config_records" (
	"id" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"answer" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_owner_id_user_id_key_pk" PRIMARY KEY("owner_id","user_id","key")
);
--> statement-breakpoint
CREATE TABLE "invite_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_counters" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"log" text NOT NULL,
	"last" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "log_counters_owner_id_user_id_log_pk" PRIMARY KEY("owner_id","user_id","log")
);
--> statement-breakpoint
CREATE TABLE "login_log" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"ip" text NOT NULL,
	"client_type" text NOT NULL,
	CONSTRAINT "login_log_owner_id_user_id_seq_pk" PRIMARY KEY("owner_id","user_id","seq")
);
--> statement-breakpoint
CREATE TABLE "login_names" (
	"name" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	CONSTRAINT "login_names_lower_case" CHECK ("login_names"."name" = lower("login_names"."name"))
);
--> statement-breakpoint
CREATE TABLE "member_groups" (
	"id" bigint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"en_name" text NOT NULL,
	"billing_mode" text NOT NULL,
	"num" bigint NOT NULL,
	"price_cents" integer NOT NULL,
	"channel_id" bigint NOT NULL,
	"create_child_user" boolean NOT NULL,
	"on_sale" boolean NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "milestones" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_numbers" (
	"no" text PRIMARY KEY NOT NULL,
	"owner_id" bigint NOT NULL,
	"order_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"owner_id" bigint NOT NULL,
	"id" bigint DEFAULT nextval('order_ids') NOT NULL,
	"no" text NOT NULL,
	"pay_channel" text NOT NULL,
	"pay_status" text NOT NULL,
	"member_group_id" bigint NOT NULL,
	"group_name" text NOT NULL,
	"group_en_name" text NOT NULL,
	"channel_id" bigint NOT NULL,
	"billing_mode" text NOT NULL,
	"sales_num" integer NOT NULL,
	"num" bigint NOT NULL,
	"amount_cents" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"gateway_no" text,
	CONSTRAINT "orders_owner_id_id_pk" PRIMARY KEY("owner_id","id"),
	CONSTRAINT "orders_amount" CHECK ("orders"."amount_cents" >= 0 and "orders"."num" >= 0 and "orders"."sales_num" >= 1),
	CONSTRAINT "orders_paid" CHECK (("orders"."pay_status" = 'P') = ("orders"."paid_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "seen_signatures" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"sign" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "seen_signatures_owner_id_user_id_sign_pk" PRIMARY KEY("owner_id","user_id","sign")
);
--> statement-breakpoint
CREATE TABLE "service_contacts" (
	"id" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "service_contacts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"platform" text NOT NULL,
	"account_type" integer NOT NULL,
	"account" text NOT NULL,
	"refer_url" text NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"client_type" text NOT NULL,
	"ip" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL,
	"disabled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "translation_log" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"chars" bigint NOT NULL,
	"mode" text NOT NULL,
	"channel_id" bigint NOT NULL,
	"ip" text NOT NULL,
	"client_type" text NOT NULL,
	"source" text NOT NULL,
	"target" text NOT NULL,
	CONSTRAINT "translation_log_owner_id_user_id_seq_pk" PRIMARY KEY("owner_id","user_id","seq")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint DEFAULT nextval('user_ids') NOT NULL,
	"account" text NOT NULL,
	"username" text,
	"nickname" text,
	"password_hash" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"auto_distribution" boolean DEFAULT false NOT NULL,
	"invite_code" text,
	"invite_count" integer DEFAULT 0 NOT NULL,
	"channel_id" bigint,
	"member_group_id" bigint,
	"registered_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_login_at" timestamp (3) with time zone,
	"login_days" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "users_owner_id_user_id_pk" PRIMARY KEY("owner_id","user_id"),
	CONSTRAINT "users_main_has_membership" CHECK (("users"."owner_id" = "users"."user_id") = ("users"."member_group_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "balances" ADD CONSTRAINT "balances_owner_id_user_id_users_owner_id_user_id_fk" FOREIGN KEY ("owner_id","user_id") REFERENCES "public"."users"("owner_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_groups" ADD CONSTRAINT "member_groups_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_log_type_seq" ON "account_log" USING btree ("owner_id","user_id","log_type","type_seq");--> statement-breakpoint
CREATE INDEX "account_log_type_at" ON "account_log" USING btree ("owner_id","user_id","log_type","at","type_seq");--> statement-breakpoint
CREATE INDEX "idempotency_by_age" ON "idempotency" USING btree ("at");--> statement-breakpoint
CREATE INDEX "login_log_at" ON "login_log" USING btree ("owner_id","user_id","at","seq");--> statement-breakpoint
CREATE INDEX "login_names_of_user" ON "login_names" USING btree ("owner_id","user_id");--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("owner_id","pay_status","id");--> statement-breakpoint
CREATE INDEX "seen_signatures_by_age" ON "seen_signatures" USING btree ("at");--> statement-breakpoint
CREATE INDEX "sessions_of_user" ON "sessions" USING btree ("owner_id","user_id");--> statement-breakpoint
CREATE INDEX "sessions_by_use" ON "sessions" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "throttles_by_reset" ON "throttles" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX "translation_log_at" ON "translation_log" USING btree ("owner_id","user_id","at","seq");--> statement-breakpoint
CREATE INDEX "users_live" ON "users" USING btree ("owner_id","user_id") WHERE "users"."erased_at" is null;