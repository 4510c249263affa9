from django.urls import include, path
from django.urls import re_path as regex

from shop import views

urlpatterns = [
    path("", views.index, name="index"),
    path("item/<int:pk>/", views.Item.as_view(), name="item"),
    regex(r"^old/(?P<slug>[\w-]+)/$", views.old),
    path("api/", include("shop.api.urls")),
    path(
        "admin/",
        include(
            [
                path("log/", views.log),
                regex(r"^raw/$", views.raw),
            ]
        ),
    ),
    path("tuple/", include(([path("x/", views.x)], "app"))),
    path(route="named/", view=lambda request: None, name="named"),
    path(PREFIX + "dynamic/", views.dynamic),
]
urlpatterns += [path("later/", views.later)]
