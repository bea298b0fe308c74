CREATE INDEX CONCURRENTLY "orders_search" ON "orders" USING gin (text_grams('', array["no", "gateway_no"], 3));--> statement-breakpoint
CREATE INDEX CONCURRENTLY "usage_days_by_day" ON "usage_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_search" ON "users" USING gin (text_grams('', array["account", "username", "nickname", "invite_code"], 1));--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_by_registration" ON "users" USING btree ("registered_at") WHERE "users"."owner_id" = "users"."user_id";
