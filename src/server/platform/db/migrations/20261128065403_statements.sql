CREATE TABLE "statement_mails" (
	"owner_id" bigint PRIMARY KEY NOT NULL,
	"lang" text NOT NULL,
	"last_month" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"month" date NOT NULL,
	"opening_chars" bigint NOT NULL,
	"opening_voices" bigint NOT NULL,
	"opening_images" bigint NOT NULL,
	"opening_expires_at" timestamp (3) with time zone,
	"closing_chars" bigint NOT NULL,
	"closing_voices" bigint NOT NULL,
	"closing_images" bigint NOT NULL,
	"closing_expires_at" timestamp (3) with time zone,
	"movements" jsonb NOT NULL,
	"used_chars" bigint NOT NULL,
	"translations" bigint NOT NULL,
	"use" jsonb NOT NULL,
	"paid_cents" bigint NOT NULL,
	"refunded_cents" bigint NOT NULL,
	"payments" jsonb NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "statements_owner_id_month_user_id_pk" PRIMARY KEY("owner_id","month","user_id"),
	CONSTRAINT "statements_month" CHECK (extract(day from "statements"."month") = 1)
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "attachments" jsonb;