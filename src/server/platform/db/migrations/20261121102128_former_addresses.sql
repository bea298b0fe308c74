CREATE TABLE "former_addresses" (
	"hash" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "former_addresses_by_age" ON "former_addresses" USING btree ("at");--> statement-breakpoint
CREATE INDEX "users_cancelled" ON "users" USING btree ("erased_at") WHERE "users"."owner_id" = "users"."user_id" and "users"."erased_at" is not null;