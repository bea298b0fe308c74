CREATE TABLE "secret_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"retired_at" timestamp (3) with time zone,
	"reencrypted_at" timestamp (3) with time zone,
	"reencrypted" integer DEFAULT 0 NOT NULL,
	"sealed_hash_key" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "secret_keys_one_current" ON "secret_keys" USING btree ((true)) WHERE "secret_keys"."retired_at" is null;