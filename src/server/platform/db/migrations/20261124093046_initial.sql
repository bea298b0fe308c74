-- Hashes of the parts of texts up to three characters long, in lower case and within a scope, for a
-- GIN index: it finds parts of words in any script, and never reads another account group's entries.
-- `shortest`: leaves shorter parts out. Its cost keeps the planner from computing it row by row.
CREATE FUNCTION "text_grams"("scope" text, "texts" text[], "shortest" int DEFAULT 1) RETURNS bigint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
	select coalesce(array_agg(distinct hashtextextended(scope || ':' || gram, 0)), '{}')
	from unnest(texts) as given(whole)
	cross join lateral string_to_array(lower(whole), null) as letters
	cross join lateral generate_subscripts(letters, 1) as at
	cross join lateral (values (letters[at]), (letters[at] || letters[at + 1]),
		(letters[at] || letters[at + 1] || letters[at + 2])) as grams(gram)
	where length(gram) >= shortest
$$;
--> statement-breakpoint
CREATE SEQUENCE "public"."collection_ids" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."contact_ids" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."list_view_ids" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."order_ids" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."space_ids" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
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
	"consume_translation_seq" bigint,
	"consumer_ip" text,
	"manager_id" bigint,
	"manager_name" text,
	"parent_name" text,
	"child_name" text,
	"transfer_id" uuid,
	CONSTRAINT "account_log_owner_id_user_id_seq_pk" PRIMARY KEY("owner_id","user_id","seq"),
	CONSTRAINT "account_log_transfers" CHECK ("account_log"."log_type" not in ('DISTRIBUTION', 'RECOVERY') or "account_log"."transfer_id" is not null),
	CONSTRAINT "account_log_chars" CHECK ("account_log"."before_chars" + "account_log"."char_change" = "account_log"."last_chars" and "account_log"."last_chars" >= 0),
	CONSTRAINT "account_log_voices" CHECK ("account_log"."before_voices" + "account_log"."voice_change" = "account_log"."last_voices" and "account_log"."last_voices" >= 0),
	CONSTRAINT "account_log_images" CHECK ("account_log"."before_images" + "account_log"."image_change" = "account_log"."last_images" and "account_log"."last_images" >= 0)
);
--> statement-breakpoint
CREATE TABLE "announcement_schedule" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "announcement_schedule_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"level" text NOT NULL,
	"words" jsonb NOT NULL,
	"publish_at" timestamp (3) with time zone NOT NULL,
	"end_at" timestamp (3) with time zone,
	"published_id" bigint,
	"closed_at" timestamp (3) with time zone,
	"withdrawn" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "announcements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"level" text NOT NULL,
	"words" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "approvals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"asked_by" bigint NOT NULL,
	"asked_name" text NOT NULL,
	"asked_role" text NOT NULL,
	"owner_id" bigint NOT NULL,
	"subject" text NOT NULL,
	"request" jsonb NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"decided_by" bigint,
	"decided_name" text,
	"decided_at" timestamp (3) with time zone,
	"note" text,
	CONSTRAINT "approvals_second_person" CHECK ("approvals"."state" <> 'approved' or "approvals"."decided_by" <> "approvals"."asked_by"),
	CONSTRAINT "approvals_decided" CHECK (("approvals"."state" = 'open') = ("approvals"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "balance_alerts" (
	"owner_id" bigint PRIMARY KEY NOT NULL,
	"low_chars" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "balances" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"chars" bigint DEFAULT 0 NOT NULL,
	"voices" bigint DEFAULT 0 NOT NULL,
	"images" bigint DEFAULT 0 NOT NULL,
	"reserved_chars" bigint DEFAULT 0 NOT NULL,
	"translating" integer DEFAULT 0 NOT NULL,
	"used_chars" bigint DEFAULT 0 NOT NULL,
	"recharged_cents" bigint DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "balances_owner_id_user_id_pk" PRIMARY KEY("owner_id","user_id"),
	CONSTRAINT "balances_chars" CHECK ("balances"."chars" between 0 and 9007199254740991),
	CONSTRAINT "balances_voices" CHECK ("balances"."voices" between 0 and 9007199254740991),
	CONSTRAINT "balances_images" CHECK ("balances"."images" between 0 and 9007199254740991),
	CONSTRAINT "balances_reserved" CHECK ("balances"."reserved_chars" >= 0 and "balances"."translating" >= 0),
	CONSTRAINT "balances_used_chars" CHECK ("balances"."used_chars" between 0 and 9007199254740991),
	CONSTRAINT "balances_closed" CHECK ("balances"."closed_at" is null or ("balances"."chars" = 0 and "balances"."voices" = 0 and "balances"."images" = 0)),
	CONSTRAINT "balances_recharged_cents" CHECK ("balances"."recharged_cents" between 0 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "channel_days" (
	"day" date NOT NULL,
	"channel_id" bigint NOT NULL,
	"chars" bigint NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "channel_days_day_channel_id_pk" PRIMARY KEY("day","channel_id")
);
--> statement-breakpoint
CREATE TABLE "channel_failures" (
	"day" date NOT NULL,
	"channel_id" bigint NOT NULL,
	"error_kind" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "channel_failures_day_channel_id_error_kind_pk" PRIMARY KEY("day","channel_id","error_kind")
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"id" bigint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"en_name" text NOT NULL,
	"engine" text DEFAULT 'openai' NOT NULL,
	"tier" text NOT NULL,
	"cents_per_million" integer NOT NULL,
	"offered" boolean DEFAULT true NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "channels_price" CHECK ("channels"."cents_per_million" > 0)
);
--> statement-breakpoint
CREATE TABLE "clock_marks" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "closed_days" (
	"day" date PRIMARY KEY NOT NULL,
	"active_people" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "collection_counts" (
	"owner_id" bigint NOT NULL,
	"collection" text NOT NULL,
	"scope_id" bigint NOT NULL,
	"rows" integer NOT NULL,
	"deleted" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "collection_counts_owner_id_collection_scope_id_pk" PRIMARY KEY("owner_id","collection","scope_id"),
	CONSTRAINT "collection_counts_rows" CHECK ("collection_counts"."rows" >= 0 and "collection_counts"."deleted" >= 0)
);
--> statement-breakpoint
CREATE TABLE "config_records" (
	"id" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"owner_id" bigint NOT NULL,
	"id" bigint DEFAULT nextval('contact_ids') NOT NULL,
	"space_id" bigint NOT NULL,
	"title" text NOT NULL,
	"cellphone" text,
	"company" text,
	"step" text NOT NULL,
	"country" text,
	"tags" text[],
	"from_app" text,
	"version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contacts_owner_id_id_pk" PRIMARY KEY("owner_id","id")
);
--> statement-breakpoint
CREATE TABLE "former_addresses" (
	"hash" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "heartbeats" (
	"at" timestamp (3) with time zone NOT NULL,
	"filler" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "heartbeats" ALTER COLUMN "filler" SET STORAGE PLAIN;
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
CREATE TABLE "invites" (
	"owner_id" bigint NOT NULL,
	"invited_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"name" text,
	"reward" text NOT NULL,
	CONSTRAINT "invites_owner_id_invited_id_pk" PRIMARY KEY("owner_id","invited_id")
);
--> statement-breakpoint
CREATE TABLE "last_activity" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "last_activity_owner_id_user_id_pk" PRIMARY KEY("owner_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "ledger_checkpoints" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"chars" bigint NOT NULL,
	"voices" bigint NOT NULL,
	"images" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"changed_chars" bigint NOT NULL,
	"changed_voices" bigint NOT NULL,
	"changed_images" bigint NOT NULL,
	"translation_seq" bigint NOT NULL,
	"translated_chars" bigint NOT NULL,
	"whole_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_checkpoints_owner_id_user_id_pk" PRIMARY KEY("owner_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "ledger_checks" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"accounts" integer NOT NULL,
	"rows" bigint NOT NULL,
	"milliseconds" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_findings" (
	"owner_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ledger_findings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint,
	"invariant" text NOT NULL,
	"sentence" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_findings_owner_id_id_pk" PRIMARY KEY("owner_id","id")
);
--> statement-breakpoint
CREATE TABLE "list_views" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"id" bigint DEFAULT nextval('list_view_ids') NOT NULL,
	"page" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "list_views_owner_id_user_id_id_pk" PRIMARY KEY("owner_id","user_id","id")
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
	CONSTRAINT "login_log_owner_id_user_id_seq_at_pk" PRIMARY KEY("owner_id","user_id","seq","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "login_log_rest" PARTITION OF "login_log" DEFAULT;
--> statement-breakpoint
CREATE TABLE "login_names" (
	"name" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	CONSTRAINT "login_names_lower_case" CHECK ("login_names"."name" = lower("login_names"."name"))
);
--> statement-breakpoint
CREATE TABLE "mail_codes" (
	"email" text NOT NULL,
	"asked_from" text NOT NULL,
	"salt" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"elsewhere" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_codes_email_asked_from_pk" PRIMARY KEY("email","asked_from")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" text NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"failure" text
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
	"position" integer NOT NULL,
	CONSTRAINT "member_groups_num" CHECK ("member_groups"."num" > 0),
	CONSTRAINT "member_groups_price" CHECK ("member_groups"."price_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "notice_reads" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"seq" bigint NOT NULL,
	CONSTRAINT "notice_reads_owner_id_user_id_pk" PRIMARY KEY("owner_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"type" text NOT NULL,
	"level" text NOT NULL,
	"words" jsonb NOT NULL,
	CONSTRAINT "notices_owner_id_user_id_seq_pk" PRIMARY KEY("owner_id","user_id","seq")
);
--> statement-breakpoint
CREATE TABLE "one_time_tasks" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_days" (
	"day" date NOT NULL,
	"operator" text NOT NULL,
	"chars" bigint NOT NULL,
	"voices" bigint NOT NULL,
	"images" bigint NOT NULL,
	"minutes" bigint NOT NULL,
	"credits" bigint NOT NULL,
	"refunds" bigint NOT NULL,
	CONSTRAINT "operator_days_day_operator_pk" PRIMARY KEY("day","operator")
);
--> statement-breakpoint
CREATE TABLE "operator_grants" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_grants_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"granted_by" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "operator_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"ip" text NOT NULL,
	"browser" text,
	"system" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operators" (
	"user_id" bigint PRIMARY KEY DEFAULT nextval('user_ids') NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_login_at" timestamp (3) with time zone,
	CONSTRAINT "operators_email_unique" UNIQUE("email"),
	CONSTRAINT "operators_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "order_checks" (
	"no" text PRIMARY KEY NOT NULL,
	"owner_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"tries" integer NOT NULL,
	"closes_bill" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"owner_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"seq" integer NOT NULL,
	"event" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "order_events_owner_id_order_id_seq_pk" PRIMARY KEY("owner_id","order_id","seq")
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
	"seq" bigint NOT NULL,
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
	"idempotency_key" text,
	"pay_code" text,
	"asked_at" timestamp (3) with time zone,
	CONSTRAINT "orders_owner_id_id_pk" PRIMARY KEY("owner_id","id"),
	CONSTRAINT "orders_amount" CHECK ("orders"."amount_cents" >= 0 and "orders"."num" >= 0 and "orders"."sales_num" >= 1),
	CONSTRAINT "orders_paid" CHECK (("orders"."pay_status" = 'P') = ("orders"."paid_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "owner_days" (
	"owner_id" bigint NOT NULL,
	"day" date NOT NULL,
	"channel_id" bigint NOT NULL,
	"source" text NOT NULL,
	"target" text NOT NULL,
	"client_type" text NOT NULL,
	"chars" bigint NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "owner_days_pk" PRIMARY KEY("owner_id","day","channel_id","source","target","client_type")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"gateway" text NOT NULL,
	"gateway_no" text NOT NULL,
	"owner_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	CONSTRAINT "payments_gateway_gateway_no_pk" PRIMARY KEY("gateway","gateway_no")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"mark" text NOT NULL,
	CONSTRAINT "recovery_codes_owner_id_user_id_mark_pk" PRIMARY KEY("owner_id","user_id","mark")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"gateway" text NOT NULL,
	"refund_no" text NOT NULL,
	"gateway_no" text NOT NULL,
	"order_no" text NOT NULL,
	"owner_id" bigint,
	"order_id" bigint,
	"amount_cents" bigint NOT NULL,
	"reported_cents" bigint NOT NULL,
	"vendor_state" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"taken" bigint DEFAULT 0 NOT NULL,
	"owed" bigint DEFAULT 0 NOT NULL,
	"waived" bigint DEFAULT 0 NOT NULL,
	"refunded_at" timestamp (3) with time zone NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "refunds_amounts" CHECK ("refunds"."amount_cents" >= 0 and "refunds"."taken" >= 0 and "refunds"."owed" >= 0 and "refunds"."waived" >= 0)
);
--> statement-breakpoint
CREATE TABLE "reservations" (
	"owner_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"user_id" bigint NOT NULL,
	"chars" bigint NOT NULL,
	"main_chars" bigint DEFAULT 0 NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reservations_owner_id_id_pk" PRIMARY KEY("owner_id","id"),
	CONSTRAINT "reservations_chars" CHECK ("reservations"."chars" >= 0 and "reservations"."main_chars" >= 0)
);
--> statement-breakpoint
CREATE TABLE "rewarded_people" (
	"mark" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "secret_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"retired_at" timestamp (3) with time zone,
	"reencrypted_at" timestamp (3) with time zone,
	"reencrypted" integer DEFAULT 0 NOT NULL,
	"sealed_hash_key" text
);
--> statement-breakpoint
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
CREATE TABLE "seen_signatures" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"signed_hash" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "seen_signatures_owner_id_user_id_signed_hash_pk" PRIMARY KEY("owner_id","user_id","signed_hash")
);
--> statement-breakpoint
CREATE TABLE "service_contacts" (
	"id" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "service_contacts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"platform" text NOT NULL,
	"account_type" integer NOT NULL,
	"account" text NOT NULL,
	"refer_url" text NOT NULL,
	"qr_code" text,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"client_type" text NOT NULL,
	"browser" text,
	"system" text,
	"ip" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	"view_id" bigint,
	"viewer_id" bigint,
	"ends_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "space_invitations" (
	"name" text NOT NULL,
	"space_id" bigint NOT NULL,
	"space_owner_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "space_invitations_name_space_id_pk" PRIMARY KEY("name","space_id")
);
--> statement-breakpoint
CREATE TABLE "space_members" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"space_id" bigint NOT NULL,
	"space_owner_id" bigint NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "space_members_owner_id_user_id_space_id_pk" PRIMARY KEY("owner_id","user_id","space_id")
);
--> statement-breakpoint
CREATE TABLE "spaces" (
	"owner_id" bigint NOT NULL,
	"id" bigint DEFAULT nextval('space_ids') NOT NULL,
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"contacts" integer DEFAULT 0 NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"main_left_at" timestamp (3) with time zone,
	CONSTRAINT "spaces_owner_id_id_pk" PRIMARY KEY("owner_id","id"),
	CONSTRAINT "spaces_contacts" CHECK ("spaces"."contacts" >= 0)
);
--> statement-breakpoint
CREATE TABLE "support_views" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "support_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"operator_id" bigint NOT NULL,
	"operator_name" text NOT NULL,
	"reason" text NOT NULL,
	"minutes" integer NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"ended_by" text,
	CONSTRAINT "support_views_closed" CHECK (("support_views"."state" in ('asked', 'allowed')) = ("support_views"."closed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "translation_floors" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"chars" bigint NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "translation_floors_owner_id_user_id_pk" PRIMARY KEY("owner_id","user_id")
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
	CONSTRAINT "translation_log_owner_id_user_id_seq_at_pk" PRIMARY KEY("owner_id","user_id","seq","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "translation_log_rest" PARTITION OF "translation_log" DEFAULT;
--> statement-breakpoint
CREATE TABLE "two_factor_secrets" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"sealed_secret" text NOT NULL,
	"enabled_at" timestamp (3) with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "two_factor_secrets_owner_id_user_id_pk" PRIMARY KEY("owner_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "unmatched_payments" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "unmatched_payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"gateway" text NOT NULL,
	"gateway_no" text NOT NULL,
	"order_no" text NOT NULL,
	"reason" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"handled_at" timestamp (3) with time zone,
	"handled_by" text,
	"handling" text,
	"outcome" text,
	"credited_owner_id" bigint,
	"credited_order_id" bigint,
	CONSTRAINT "unmatched_payments_gateway_gateway_no_order_no_pk" PRIMARY KEY("gateway","gateway_no","order_no")
);
--> statement-breakpoint
CREATE TABLE "usage_days" (
	"owner_id" bigint NOT NULL,
	"day" date NOT NULL,
	"channel_id" bigint NOT NULL,
	"source" text NOT NULL,
	"target" text NOT NULL,
	"client_type" text NOT NULL,
	"chars" bigint NOT NULL,
	"count" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"key_id" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "usage_days_pk" PRIMARY KEY("owner_id","user_id","day","channel_id","source","target","client_type","key_id")
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
	"version" bigint DEFAULT 1 NOT NULL,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "users_owner_id_user_id_pk" PRIMARY KEY("owner_id","user_id"),
	CONSTRAINT "users_main_has_membership" CHECK (("users"."owner_id" = "users"."user_id") = ("users"."member_group_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_asked_by_operators_user_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."operators"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_operators_user_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."operators"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balances" ADD CONSTRAINT "balances_owner_id_user_id_users_owner_id_user_id_fk" FOREIGN KEY ("owner_id","user_id") REFERENCES "public"."users"("owner_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_owner_id_space_id_spaces_owner_id_id_fk" FOREIGN KEY ("owner_id","space_id") REFERENCES "public"."spaces"("owner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_groups" ADD CONSTRAINT "member_groups_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_grants" ADD CONSTRAINT "operator_grants_user_id_operators_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."operators"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_grants" ADD CONSTRAINT "operator_grants_granted_by_operators_user_id_fk" FOREIGN KEY ("granted_by") REFERENCES "public"."operators"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_sessions" ADD CONSTRAINT "operator_sessions_user_id_operators_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."operators"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_owner_id_order_id_orders_owner_id_id_fk" FOREIGN KEY ("owner_id","order_id") REFERENCES "public"."orders"("owner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_views" ADD CONSTRAINT "support_views_operator_id_operators_user_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_log_type_seq" ON "account_log" USING btree ("owner_id","user_id","log_type","type_seq");--> statement-breakpoint
CREATE INDEX "account_log_type_at" ON "account_log" USING btree ("owner_id","user_id","log_type","at","type_seq");--> statement-breakpoint
CREATE UNIQUE INDEX "account_log_credit" ON "account_log" USING btree ("owner_id","recharge_order_no") WHERE "account_log"."log_type" = 'RECHARGE_ORDER_BY_MEMBER_GROUP';--> statement-breakpoint
CREATE INDEX "announcement_schedule_open" ON "announcement_schedule" USING btree ("publish_at") WHERE "announcement_schedule"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "approvals_open" ON "approvals" USING btree ("id") WHERE "approvals"."state" = 'open';--> statement-breakpoint
CREATE INDEX "approvals_of_owner" ON "approvals" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "contacts_by_age" ON "contacts" USING btree ("owner_id","space_id","created_at");--> statement-breakpoint
CREATE INDEX "contacts_by_title" ON "contacts" USING btree ("owner_id","space_id","title","id");--> statement-breakpoint
CREATE INDEX "contacts_of_space" ON "contacts" USING btree ("owner_id","space_id","id","step","title","cellphone");--> statement-breakpoint
CREATE INDEX "former_addresses_by_age" ON "former_addresses" USING btree ("at");--> statement-breakpoint
CREATE INDEX "idempotency_by_age" ON "idempotency" USING brin ("at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invite_codes_any_case" ON "invite_codes" USING btree (lower("code"));--> statement-breakpoint
CREATE INDEX "invites_of_invited" ON "invites" USING btree ("invited_id");--> statement-breakpoint
CREATE INDEX "last_activity_by_day" ON "last_activity" USING btree ("day");--> statement-breakpoint
CREATE INDEX "ledger_checkpoints_by_age" ON "ledger_checkpoints" USING btree ("whole_at");--> statement-breakpoint
CREATE UNIQUE INDEX "list_views_by_name" ON "list_views" USING btree ("owner_id","user_id","page",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "list_views_default" ON "list_views" USING btree ("owner_id","user_id","page") WHERE "list_views"."is_default";--> statement-breakpoint
CREATE INDEX "login_log_at" ON "login_log" USING btree ("owner_id","user_id","at","seq");--> statement-breakpoint
CREATE INDEX "login_names_of_user" ON "login_names" USING btree ("owner_id","user_id");--> statement-breakpoint
CREATE INDEX "mail_codes_by_age" ON "mail_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_time_tasks_one_mode" ON "one_time_tasks" USING btree ((true)) WHERE "one_time_tasks"."name" in ('demo', 'production');--> statement-breakpoint
CREATE INDEX "operator_grants_of_operator" ON "operator_grants" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "operator_grants_by_operator" ON "operator_grants" USING btree ("granted_by");--> statement-breakpoint
CREATE INDEX "operator_log_by_age" ON "operator_log" USING brin ("at");--> statement-breakpoint
CREATE INDEX "operator_sessions_of_operator" ON "operator_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "operator_sessions_by_use" ON "operator_sessions" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "order_checks_due" ON "order_checks" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_by_seq" ON "orders" USING btree ("owner_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_by_idempotency_key" ON "orders" USING btree ("owner_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "orders_by_time" ON "orders" USING btree ("owner_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("owner_id","pay_status","seq");--> statement-breakpoint
CREATE INDEX "orders_of_all_by_time" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_of_all_by_payment" ON "orders" USING btree ("paid_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_search" ON "orders" USING gin (text_grams('', array["no", "gateway_no"], 3));--> statement-breakpoint
CREATE UNIQUE INDEX "payments_of_order" ON "payments" USING btree ("owner_id","order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_once" ON "refunds" USING btree ("gateway","refund_no");--> statement-breakpoint
CREATE INDEX "refunds_of_order" ON "refunds" USING btree ("owner_id","order_id");--> statement-breakpoint
CREATE INDEX "refunds_by_state" ON "refunds" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "reservations_by_end" ON "reservations" USING btree ("ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "secret_keys_one_current" ON "secret_keys" USING btree ((true)) WHERE "secret_keys"."retired_at" is null;--> statement-breakpoint
CREATE INDEX "seen_signatures_by_age" ON "seen_signatures" USING brin ("at");--> statement-breakpoint
CREATE INDEX "sessions_of_user" ON "sessions" USING btree ("owner_id","user_id");--> statement-breakpoint
CREATE INDEX "sessions_of_views" ON "sessions" USING btree ("view_id") WHERE "sessions"."view_id" is not null;--> statement-breakpoint
CREATE INDEX "sessions_by_use" ON "sessions" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "space_invitations_of_space" ON "space_invitations" USING btree ("space_owner_id","space_id","at");--> statement-breakpoint
CREATE INDEX "space_invitations_by_age" ON "space_invitations" USING btree ("at");--> statement-breakpoint
CREATE INDEX "space_members_of_space" ON "space_members" USING btree ("space_owner_id","space_id","joined_at");--> statement-breakpoint
CREATE INDEX "spaces_of_user" ON "spaces" USING btree ("owner_id","user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "support_views_open" ON "support_views" USING btree ("owner_id","user_id") WHERE "support_views"."state" in ('asked', 'allowed');--> statement-breakpoint
CREATE INDEX "support_views_of_user" ON "support_views" USING btree ("owner_id","user_id","id");--> statement-breakpoint
CREATE INDEX "throttles_by_reset" ON "throttles" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX "translation_log_at" ON "translation_log" USING btree ("owner_id","user_id","at","seq");--> statement-breakpoint
CREATE INDEX "translation_log_of_all" ON "translation_log" USING btree ("owner_id","at","user_id","seq");--> statement-breakpoint
CREATE INDEX "translation_log_by_chars" ON "translation_log" USING btree ("owner_id","chars","at","user_id","seq");--> statement-breakpoint
CREATE INDEX "unmatched_payments_by_id" ON "unmatched_payments" USING btree ("id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "usage_days_by_day" ON "usage_days" USING btree ("day","owner_id");--> statement-breakpoint
CREATE INDEX "users_by_id" ON "users" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_search" ON "users" USING gin (text_grams('', array["account", "username", "nickname", "invite_code"], 1));--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_by_registration" ON "users" USING btree ("registered_at") WHERE "users"."owner_id" = "users"."user_id";--> statement-breakpoint
CREATE INDEX "users_live" ON "users" USING btree ("owner_id","user_id") WHERE "users"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "users_cancelled" ON "users" USING btree ("erased_at") WHERE "users"."owner_id" = "users"."user_id" and "users"."erased_at" is not null;
--> statement-breakpoint
-- The ledger is append-only. The one change it allows is to blank personal data when an account is erased.
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	personal text[] := ARRAY['consumer_ip', 'manager_name', 'parent_name', 'child_name'];
BEGIN
	IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - personal = to_jsonb(OLD) - personal
		AND NEW.consumer_ip IS NULL AND NEW.manager_name IS NULL AND NEW.parent_name IS NULL AND NEW.child_name IS NULL THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'account_log is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER account_log_rows_stay BEFORE UPDATE OR DELETE ON account_log FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
CREATE TRIGGER account_log_stays BEFORE TRUNCATE ON account_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
-- The operators' log is append-only. The one change it allows is to replace the name of an account by its number when the account is erased.
CREATE FUNCTION refuse_operator_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'subject' = to_jsonb(OLD) - 'subject'
		AND OLD.subject LIKE 'account %' AND NEW.subject ~ '^account of owner \d+$' THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'operator_log is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER operator_log_rows_stay BEFORE UPDATE OR DELETE ON operator_log FOR EACH ROW EXECUTE FUNCTION refuse_operator_log_change();
--> statement-breakpoint
CREATE TRIGGER operator_log_stays BEFORE TRUNCATE ON operator_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_operator_log_change();
--> statement-breakpoint
-- What a database serves is said once: the row of the demo or of production is never changed or deleted.
CREATE FUNCTION refuse_mode_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'one_time_tasks: % of % refused, a database serves the demo or production for good', TG_OP, OLD.name USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER one_time_tasks_mode_stays BEFORE UPDATE OR DELETE ON "one_time_tasks" FOR EACH ROW WHEN (OLD.name IN ('demo', 'production')) EXECUTE FUNCTION refuse_mode_change();
--> statement-breakpoint
-- Whatever process writes it: the sandbox has no bills and credits nothing where production is served.
CREATE FUNCTION refuse_play_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM one_time_tasks WHERE name = 'production') THEN
		RAISE EXCEPTION '%: no play money in a database that serves production', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_no_play_money BEFORE INSERT OR UPDATE ON "payments" FOR EACH ROW WHEN (NEW.gateway = 'sandbox') EXECUTE FUNCTION refuse_play_money();
--> statement-breakpoint
CREATE TRIGGER sandbox_bills_no_play_money BEFORE INSERT OR UPDATE ON "sandbox_bills" FOR EACH ROW EXECUTE FUNCTION refuse_play_money();
--> statement-breakpoint
-- A temporary table of the server's own role must not pass for the table that says what the database serves.
DO $$ BEGIN
	EXECUTE format('ALTER FUNCTION refuse_play_money() SET search_path = %I, pg_temp', current_schema());
END $$;
--> statement-breakpoint
-- The months of the logs are made and dropped by functions that work as the owner of the tables, so that the server's role need own nothing.
CREATE FUNCTION make_log_months(log text, first timestamptz, last timestamptz) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
	month timestamp := date_trunc('month', first AT TIME ZONE 'Asia/Shanghai');
	part text;
	made integer := 0;
BEGIN
	IF log NOT IN ('login_log', 'translation_log') OR last > first + interval '20 years' THEN
		RAISE EXCEPTION 'no months are made of % from % to %', log, first, last USING ERRCODE = 'invalid_parameter_value';
	END IF;
	-- Of several processes one makes them, and the others find them made.
	PERFORM pg_advisory_xact_lock(7201412);
	WHILE month <= last AT TIME ZONE 'Asia/Shanghai' LOOP
		part := log || '_' || to_char(month, 'YYYY_MM');
		IF to_regclass(part) IS NULL THEN
			EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', part, log);
			EXECUTE format('WITH moved AS (DELETE FROM %I WHERE at >= $1 AND at < $2 RETURNING *) INSERT INTO %I SELECT * FROM moved', log || '_rest', part)
				USING month AT TIME ZONE 'Asia/Shanghai', (month + interval '1 month') AT TIME ZONE 'Asia/Shanghai';
			EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', log, part,
				month AT TIME ZONE 'Asia/Shanghai', (month + interval '1 month') AT TIME ZONE 'Asia/Shanghai');
			made := made + 1;
		END IF;
		month := month + interval '1 month';
	END LOOP;
	RETURN made;
END $$;
--> statement-breakpoint
-- What the ledger's check has to know of the translations that go is written down in the same transaction.
CREATE FUNCTION drop_log_month(log text, part text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
	IF log NOT IN ('login_log', 'translation_log') OR part !~ ('^' || log || '_\d{4}_\d\d$') THEN
		RAISE EXCEPTION '% is no month of %', part, log USING ERRCODE = 'invalid_parameter_value';
	END IF;
	EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', log, part);
	IF log = 'translation_log' THEN
		EXECUTE format('INSERT INTO translation_floors AS f (owner_id, user_id, seq, chars, until)
			SELECT owner_id, user_id, max(seq), sum(chars), (date_trunc(''month'', max(at) AT TIME ZONE ''Asia/Shanghai'') + interval ''1 month'') AT TIME ZONE ''Asia/Shanghai''
			FROM %I GROUP BY 1, 2
			ON CONFLICT (owner_id, user_id) DO UPDATE SET seq = greatest(f.seq, excluded.seq), chars = f.chars + excluded.chars, until = greatest(f.until, excluded.until)', part);
	END IF;
	EXECUTE format('DROP TABLE %I', part);
END $$;
--> statement-breakpoint
DO $$ BEGIN
	EXECUTE format('ALTER FUNCTION make_log_months(text, timestamptz, timestamptz) SET search_path = %I, pg_temp', current_schema());
	EXECUTE format('ALTER FUNCTION drop_log_month(text, text) SET search_path = %I, pg_temp', current_schema());
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION make_log_months(text, timestamptz, timestamptz), drop_log_month(text, text) FROM PUBLIC;
--> statement-breakpoint
-- The partitions of the first months; the server makes the others ahead.
SELECT make_log_months(log, now(), now() + interval '2 months') FROM unnest(ARRAY['login_log', 'translation_log']) log;
